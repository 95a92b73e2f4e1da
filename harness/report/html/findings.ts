import type { HttpRequest, HttpResponse, TransportError } from '../../core/model.ts';
import type { FindingGroup, Report } from '../../core/report.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { curlCommand } from '../curl/curl.ts';
import { redactionNotice } from '../redact.ts';
import { formatOccurrences, truncate } from '../text/evidence.ts';
import { bodyExcerpt, receivedResponse } from '../text/excerpt.ts';
import type { PageIndex } from './links.ts';
import { html, type Markup } from './markup.ts';

const BOUNDS = { characters: 6000, lines: 80 };

/** Few findings show the evidence of the first at once; of many, the list is what one looks at. */
const FEW = 5;

/** Every finding with what was sent, what came back, what was expected, and how to repeat it. */
export function findingsSection(report: Report, names: PageIndex, secretHeaders: readonly string[]): Markup {
  const { findings } = report;
  const items = findings.map((group, index) => findingItem(group, index, report, names, secretHeaders));
  const head = findings.length > 1 ? html`<button type="button" class="plain" id="unfold">Open all</button>` : '';
  const none = html`<p class="note">No finding.</p>`;
  return html`<section id="findings" aria-labelledby="findings-title">
<div class="head"><h2 id="findings-title">Findings</h2>${head}</div>
${findings.length === 0 ? none : html`<ol class="findings">${items}</ol><p class="note" id="no-findings" hidden>No finding fits the filter.</p>`}
</section>`;
}

function findingItem(
  group: FindingGroup,
  index: number,
  report: Report,
  names: PageIndex,
  secretHeaders: readonly string[],
): Markup {
  const { severity, operation, message, clause, expected, actual, check, exchange, cases } = group;
  const [tone, mark, verdict] =
    severity === 'error' ? (['bad', '✗', 'fail'] as const) : (['warn', '!', 'pass'] as const);
  const word = severity === 'error' ? 'broken' : 'warning';
  const differs = [differing('✓', 'Expected', expected), differing('✗', 'Actual', actual)];
  const suites = group.suites.map((suite) => names.suite(suite)).join(' ');
  const id = `finding-${index + 1}`;
  const open = index === 0 && report.findings.length <= FEW;
  const { file, line } = clause.location;
  return html`<li id="${id}" data-operation="${names.operation(operation)}" data-suites="${suites}" data-verdict="${verdict}">
<details class="finding ${tone}"${open ? html` open` : ''}>
<summary><span class="sign"><span aria-hidden="true">${mark}</span> ${index + 1}</span><h3><span class="sr">${word}: </span>${headline(message, operation)}</h3><span class="times">${formatOccurrences(group)}</span><span class="where"><code>${operation}</code> <span>${clause.description}</span> <code>${file}:${line}</code></span></summary>
<div class="body">
<p class="says">The contract at ${names.link(clause.location)}: <code>${truncate(names.text(clause.location), 200)}</code></p>
<dl class="differs">${differs}</dl>
${exchange ? exchangeParts(exchange, `${id}-curl`, report.target, secretHeaders) : ''}
<p class="meta">Check <code>${check}</code>; clause <code>${clause.id}</code></p>
<p class="meta">Shown by ${cases.map((name, at) => html`${at > 0 ? ', ' : ''}<q>${name}</q>`)}${group.count > cases.length ? ` and ${pluralize(group.count - cases.length, 'other case')}` : ''}</p>
</div>
</details></li>`;
}

/** A message as the head of its finding; the operation, which stands below it, is not named twice. */
function headline(message: string, operation: string): string {
  const brief = truncate(message.replace(`: ${operation}: `, ': '), 400);
  return brief.charAt(0).toUpperCase() + brief.slice(1);
}

function differing(mark: string, label: string, value: string | undefined): Markup {
  return value === undefined
    ? html``
    : html`<div class="${label.toLowerCase()}"><dt><span aria-hidden="true">${mark}</span> ${label}</dt><dd><pre tabindex="0">${bodyExcerpt(Buffer.from(value), BOUNDS).join('\n')}</pre></dd></div>`;
}

function exchangeParts(
  { request, response }: { request: HttpRequest; response: HttpResponse | TransportError },
  id: string,
  target: string,
  secretHeaders: readonly string[],
): Markup {
  const came = receivedResponse(response);
  const fault =
    'kind' in response
      ? html`<p class="fault">No answer: ${response.kind} after ${Math.round(response.durationMs)} ms: ${response.detail}</p>`
      : '';
  const status =
    came &&
    `HTTP/${came.httpVersion} ${came.status} ${came.statusText}${came.complete ? '' : ' (cut off before its end)'}`;
  const note = redactionNotice(request, secretHeaders);
  return html`<div class="exchange">
<figure><figcaption>Request</figcaption>${message(`${request.method} ${request.path}`, request.headers, request.body)}</figure>
<figure><figcaption>Answer</figcaption>${fault}${came && status ? message(status, came.headers, came.body, came.truncatedBytes) : ''}</figure>
</div>
<figure class="curl"><figcaption>Repeat it <button type="button" class="copy" data-copy="${id}">Copy<span class="sr"> the curl command</span></button></figcaption>
<pre id="${id}" tabindex="0">${curlCommand(target, request, secretHeaders)}</pre>${note === undefined ? '' : html`<p class="meta">${note}</p>`}</figure>`;
}

function message(
  start: string,
  headers: HttpRequest['headers'],
  body: Uint8Array | undefined,
  omitted?: number,
): Markup {
  const lines = headers.map(([name, value]) => html`\n<span class="field">${name}:</span> ${value}`);
  const content = body === undefined ? '' : html`\n\n${bodyExcerpt(body, BOUNDS, omitted).join('\n')}`;
  return html`<pre tabindex="0"><b>${start}</b>${lines}${content}</pre>`;
}
