// The form that sends a request to one operation.
import { control } from './api.js';
import { announce, button, element, field, prettyJson, reporting, select } from './dom.js';

/** Creates the form of an operation and the place for its response. */
export function tryForm(operation, description) {
  const inputs = description.parameters.map((parameter) => ({ parameter, input: parameterInput(parameter) }));
  const credentials = description.credentials.map((credential) => ({
    parameter: { ...credential, delimiter: null, required: false },
    input: element('input', { value: credential.value, autocomplete: 'off', spellcheck: 'false' }),
  }));
  const body = bodyFields(description);
  const wanted = select(responseChoices(operation));
  const result = element('div', {
    class: 'result',
    role: 'region',
    'aria-label': `Response of ${operation.name}`,
    hidden: true,
  });
  const send = reporting(async (event) => {
    event.preventDefault();
    await sendRequest(operation, { fields: [...inputs, ...credentials], body, preference: wanted.value }, result);
  });
  const always = button(
    'Respond so to every request',
    reporting(() => overrideResponse(operation, wanted.value)),
  );
  const form = element(
    'form',
    { onsubmit: send },
    ...inputs.map(({ parameter, input }) => field(parameterLabel(parameter), input, parameterHint(parameter))),
    ...credentials.map(({ parameter, input }) =>
      field(`${parameter.name} (${parameter.in})`, input, `Credentials of ${parameter.scheme}; the mock accepts any.`),
    ),
    ...body.fields,
    field('Response', wanted, 'What the mock responds, if the request is valid.'),
    element(
      'p',
      { class: 'actions' },
      element('button', { class: 'primary' }, `Send ${operation.method}`),
      ' ',
      always,
    ),
  );
  return [form, result];
}

function parameterLabel({ name, in: place, required }) {
  return `${name} (${place}${required ? ', required' : ''})`;
}

function parameterHint({ description, types, delimiter, in: place }) {
  const list = delimiter === null ? '' : 'Several values: separate them by commas.';
  const cookie = place === 'cookie' ? 'Set as a cookie of this page.' : '';
  return [types.length > 0 ? `${types.join(' or ')}.` : '', description, list, cookie].filter(Boolean).join(' ');
}

function parameterInput({ choices, delimiter, required, value }) {
  const attributes = { required, autocomplete: 'off', spellcheck: 'false' };
  if (choices.length === 0 || delimiter !== null) return element('input', { ...attributes, value });
  const input = select(required ? choices : [['', '(not sent)'], ...choices], attributes);
  input.value = value;
  return input;
}

function bodyFields({ bodies, bodyRequired }) {
  if (bodies.length === 0) return { fields: [], read: () => undefined };
  const type = select(bodies.map((each) => each.type));
  const examples = bodies.flatMap((each) =>
    each.examples.map((example, index) => [`${each.type} ${index}`, `${example.name} (${each.type})`]),
  );
  const example = select(examples);
  const text = element('textarea', { rows: 8, spellcheck: 'false', autocomplete: 'off', required: bodyRequired });
  const fill = () => {
    const chosen = bodies.find((each) => example.value.startsWith(`${each.type} `)) ?? bodies[0];
    const index = Number(example.value.slice(chosen.type.length + 1)) || 0;
    type.value = chosen.type;
    text.value = chosen.examples[index]?.text ?? '';
    text.rows = Math.min(20, Math.max(4, text.value.split('\n').length + 1));
  };
  example.addEventListener('change', fill);
  fill();
  return {
    fields: [
      ...(examples.length > 1 ? [field('Example', example)] : []),
      ...(bodies.length > 1 ? [field('Content-Type', type)] : []),
      field(`Body (${bodyRequired ? 'required' : 'optional'})`, text),
    ],
    read: () => (text.value === '' ? undefined : content(type.value, text.value)),
  };
}

/** The boundary of a multipart form is in its body, whose lines end otherwise than those of a text area (RFC 2046 5.1.1). */
function content(type, text) {
  const boundary = /^--(\S+)/.exec(text)?.[1];
  if (!type.startsWith('multipart/') || !boundary) return { type, text };
  return { type: `${type}; boundary=${boundary}`, text: text.replaceAll('\n', '\r\n') };
}

function responseChoices({ responses }) {
  const statuses = responses.map(({ status }) => [`code=${status}`, status]);
  const examples = responses.flatMap(({ status, examples: names }) =>
    names.map((name) => [`example=${name}`, `${status}, example ${name}`]),
  );
  const special = [
    ['items=0', 'an empty list'],
    ['dynamic=true', 'new random data'],
    ['wait=3', 'after 3 seconds'],
  ];
  return [['', 'as usual'], ...statuses, ...examples, ...special];
}

async function sendRequest(operation, { fields, body, preference }, result) {
  const { target, headers } = buildTarget(operation, fields);
  const cookies = fields.filter(({ parameter, input }) => parameter.in === 'cookie' && input.value !== '');
  for (const { parameter, input } of cookies)
    await cookieStore.set({ name: parameter.name, value: input.value, path: '/', sameSite: 'strict' });
  const content = body.read();
  if (content) headers.set('content-type', content.type);
  if (preference !== '') headers.set('prefer', preference);
  result.hidden = false;
  result.replaceChildren(element('p', {}, 'Waiting for the response…'));
  const startedAt = performance.now();
  try {
    const response = await fetch(target, { method: operation.method, headers, body: content?.text });
    const text = await response.text();
    showResponse(result, response, text, performance.now() - startedAt);
  } catch (error) {
    result.replaceChildren(element('p', { class: 'bad' }, `No response: ${error.message}`));
    announce('No response', true);
  }
}

function buildTarget({ path }, fields) {
  const query = new URLSearchParams();
  const headers = new Headers();
  let filled = path;
  for (const { parameter, input } of fields) {
    const { name, in: place, delimiter, repeats, required } = parameter;
    const { value } = input;
    if (value === '' && !required) continue;
    if (place === 'path') filled = filled.replaceAll(`{${name}}`, encodeURIComponent(value));
    else if (place === 'header') headers.set(name, value);
    else if (place === 'query')
      for (const each of repeats ? value.split(',') : [value.replaceAll(',', delimiter ?? ',')])
        query.append(name, each);
  }
  const text = query.toString();
  return { target: filled + (text === '' ? '' : `?${text}`), headers };
}

function showResponse(result, response, text, durationMs) {
  const tone = response.ok ? 'good' : 'bad';
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  result.replaceChildren(
    element(
      'p',
      {},
      element('strong', { class: tone }, `${response.status} ${response.statusText}`),
      ` in ${durationMs.toFixed(0)} ms`,
    ),
    element('pre', { tabindex: 0, 'aria-label': 'Body of the response' }, prettyJson(text) || '(no body)'),
    element('details', {}, element('summary', {}, 'Headers'), element('pre', { tabindex: 0 }, headers)),
  );
  announce(`${response.status} ${response.statusText}`);
}

async function overrideResponse(operation, preference) {
  const [name, value] = preference.split('=');
  const choice = {
    code: { status: Number(value) },
    example: { example: value },
    wait: { delayMs: Number(value) * 1000 },
  }[name];
  if (!choice || Number.isNaN(choice.status)) throw new Error('Choose a status, an example or a delay first.');
  await control('POST', 'overrides', JSON.stringify({ operation: operation.name, ...choice }));
  announce(`Every request to ${operation.name} now gets ${preference}. Settings lists it.`);
}
