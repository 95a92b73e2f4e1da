// The history of requests, live, with why each was rejected.
import { control } from './api.js';
import { announce, button, element, prettyJson, reporting } from './dom.js';

const POLL_MS = 1000;
const MAX_SHOWN = 200;

export function startRequests(section) {
  const list = element('ol', { class: 'requests', reversed: true });
  const figures = element('p', { class: 'quiet', role: 'status' });
  const onlyRejected = element('input', { type: 'checkbox', id: 'only-rejected', onchange: () => apply() });
  const isPaused = element('input', { type: 'checkbox', id: 'paused' });
  let [last, lastCallback, shown] = [0, 0, []];

  const poll = reporting(async () => {
    if (section.hidden || document.hidden || isPaused.checked) return;
    const { requests, last: latest } = await control('GET', `requests?after=${last}`);
    if (latest < last) clear();
    last = latest;
    for (const request of requests) add(request);
    const { callbacks, last: latestCallback } = await control('GET', `callbacks?after=${lastCallback}`);
    lastCallback = latestCallback;
    for (const callback of callbacks) add(callback);
    if (requests.length + callbacks.length > 0) apply();
  });
  const clearAll = reporting(async () => {
    await control('DELETE', 'requests');
    clear();
    announce('The history is empty.');
  });

  section.append(
    element(
      'p',
      { class: 'actions' },
      onlyRejected,
      element('label', { for: 'only-rejected' }, 'Only those with violations'),
      ' ',
      isPaused,
      element('label', { for: 'paused' }, 'Pause'),
      ' ',
      button('Clear', clearAll),
    ),
    figures,
    list,
  );
  section.addEventListener('show', poll);
  setInterval(poll, POLL_MS);
  apply();

  function add(request) {
    const item = requestItem(request);
    shown.unshift({ request, item });
    list.prepend(item);
    for (const { item: old } of shown.splice(MAX_SHOWN)) old.remove();
  }

  function clear() {
    shown = [];
    list.replaceChildren();
    apply();
  }

  function apply() {
    const rejected = shown.filter(({ request }) => isFaulty(request));
    for (const { request, item } of shown) item.hidden = onlyRejected.checked && !isFaulty(request);
    const text = `${shown.length} requests, ${rejected.length} with violations`;
    if (figures.textContent !== text) figures.textContent = text;
  }
}

/** Whether a request or the response of a backend violates the document. */
function isFaulty({ problems, violations }) {
  return problems.length + violations.length > 0;
}

function requestItem(request) {
  const { callback, method, path, status, durationMs, problems, violations, source, receivedAt } = request;
  const { headers, body, response } = request;
  const sent = callback === undefined ? [] : [element('span', { class: 'quiet' }, `sent as ${callback}: `)];
  const tone = status > 0 && status < 400 ? 'good' : 'bad';
  const from = source === 'backend' ? ' from the backend' : '';
  const summary = element(
    'summary',
    {},
    ...sent,
    element('span', { class: `method ${method.toLowerCase()}` }, method),
    ' ',
    element('code', {}, path),
    ' ',
    element('strong', { class: tone }, String(status)),
    ' ',
    element(
      'span',
      { class: 'quiet' },
      `${durationMs.toFixed(1)} ms${from}, ${new Date(receivedAt).toLocaleTimeString()}`,
    ),
    ...problems.map((problem) => element('span', { class: 'problem' }, problem)),
    ...violations.map((violation) => element('span', { class: 'problem' }, `response: ${violation}`)),
  );
  const received = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const given = response.headers.map(([name, value]) => `${name}: ${value}`);
  return element(
    'li',
    {},
    element('details', {}, summary, message('Request', received, body), message('Response', given, response.body)),
  );
}

function message(title, headers, body) {
  const text = [headers.join('\n'), prettyJson(body)].filter(Boolean).join('\n\n');
  return element(
    'div',
    { class: 'message' },
    element('h3', {}, title),
    element('pre', { tabindex: 0 }, text || '(empty)'),
  );
}
