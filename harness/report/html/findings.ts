import type { HttpRequest } from '../../core/model.ts';
import type { FindingGroup, Report } from '../../core/report.ts';
import type { SequenceStep } from '../../core/sequence.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { truncate } from '../../core/util/truncate.ts';
import { type ExplainedFindings, explainedFindings } from '../aggregate/causes.ts';
import { exchangeScript, sequenceScript } from '../curl/sequence-script.ts';
import { redactionNotice } from '../redact.ts';
import { formatCount, formatOccurrences, sequenceLines } from '../text/evidence.ts';
import { bodyExcerpt, receivedResponse } from '../text/excerpt.ts';
import type { PageIndex } from './links.ts';
import { html, type Markup } from './markup.ts';

const LIMITS = { characters: 6000, lines: 80 };
const MAX_TITLE_CHARS = 400;
const MAX_CLAUSE_CHARS = 200;
/** The first finding starts unfolded if there are at most this many. */
const UNFOLD_UP_TO = 5;

/** Lists the findings with their evidence and the commands that reproduce them. */
export function findingsSection(report: Report, index: PageIndex, secretHeaders: readonly string[]): Markup {
  const { findings } = report;
  const context = { report, index, secretHeaders };
  const items = explainedFindings(report).map((each) => causeItems(each, context));
  const head = findings.length > 1 ? html`<button type="button" class="plain" id="toggle-all">Open all</button>` : '';
  const none = html`<p class="note">No findings.</p>`;
  return html`<section id="findings" aria-labelledby="findings-title">
<div class="head"><h2 id="findings-title">Findings</h2>${head}</div>
${findings.length === 0 ? none : html`<ol class="findings">${items}</ol><p class="note" id="no-findings" hidden>No finding matches the filter.</p>`}
</section>`;
}

interface FindingContext {
  readonly report: Report;
  readonly index: PageIndex;
  readonly secretHeaders: readonly string[];
}

/** Renders a cause of several findings as a heading above their list, in which the first has the smallest request. */
function causeItems({ cause, example, others }: ExplainedFindings, context: FindingContext): Markup {
  const items = [example, ...others].map((group) => findingItem(group, context));
  if (others.length === 0) return html`${items}`;
  const where =
    cause.operations.length > 1 ? ` in ${pluralize(cause.operations.length, 'operation')}` : ` in ${example.operation}`;
  return html`<li class="cause"><p class="cause-title">One cause, ${pluralize(items.length, 'finding')}${where}: ${formatCount(cause)}</p>
<ol>${items}</ol></li>`;
}

function findingItem(group: FindingGroup, { report, index, secretHeaders }: FindingContext): Markup {
  const { severity, operation, message, clause, expected, actual, check, exchange, cases } = group;
  const [tone, mark, status, label] =
    severity === 'error' ? (['bad', '✗', 'fail', 'error'] as const) : (['warn', '!', 'pass', 'warning'] as const);
  const number = report.findings.indexOf(group) + 1;
  const suites = group.suites.map((suite) => index.suite(suite)).join(' ');
  const id = `finding-${number}`;
  const open = number === 1 && report.findings.length <= UNFOLD_UP_TO;
  const { file, line } = clause.location;
  const title = truncate(message.charAt(0).toUpperCase() + message.slice(1), MAX_TITLE_CHARS);
  return html`<li id="${id}" class="item" data-operation="${index.operation(operation)}" data-suites="${suites}" data-status="${status}">
<details class="finding ${tone}"${open ? html` open` : ''}>
<summary><span class="sign"><span aria-hidden="true">${mark}</span> ${number}</span><h3><span class="visually-hidden">${label}: </span>${title}</h3><span class="occurrences">${formatOccurrences(group)}</span><span class="where"><code>${operation}</code> <span>${clause.description}</span> <code>${file}:${line}</code></span></summary>
<div class="body">
<p class="message">Defined at ${index.link(clause.location)}: <code>${truncate(index.text(clause.location), MAX_CLAUSE_CHARS)}</code></p>
<dl class="expected-actual">${comparison('✓', 'Expected', expected)}${comparison('✗', 'Actual', actual)}</dl>
${group.sequence ? sequenceFigure(group.sequence, `${id}-curl`, report.target, secretHeaders) : exchange ? exchangeFigures(exchange, `${id}-curl`, report.target, secretHeaders) : ''}
<p class="meta">Check <code>${check}</code>; clause <code>${clause.id}</code></p>
<p class="meta">Cases: ${cases.map((name, at) => html`${at > 0 ? ', ' : ''}<q>${name}</q>`)}${group.count > cases.length ? ` and ${pluralize(group.count - cases.length, 'other')}` : ''}</p>
</div>
</details></li>`;
}

function comparison(mark: string, label: string, value: string | undefined): Markup {
  return value === undefined
    ? html``
    : html`<div class="${label.toLowerCase()}"><dt><span aria-hidden="true">${mark}</span> ${label}</dt><dd><pre tabindex="0">${bodyExcerpt(Buffer.from(value), LIMITS).join('\n')}</pre></dd></div>`;
}

function sequenceFigure(
  sequence: readonly SequenceStep[],
  id: string,
  target: string,
  secretHeaders: readonly string[],
): Markup {
  return html`<figure><figcaption>Steps</figcaption><pre tabindex="0">${sequenceLines(sequence).join('\n')}</pre></figure>
<figure class="curl"><figcaption>Reproduce <button type="button" class="copy" data-copy="${id}">Copy<span class="visually-hidden"> the script</span></button></figcaption>
<pre id="${id}" tabindex="0">${sequenceScript(target, sequence, secretHeaders).join('\n')}</pre></figure>`;
}

function exchangeFigures(
  exchange: NonNullable<FindingGroup['exchange']>,
  id: string,
  target: string,
  secretHeaders: readonly string[],
): Markup {
  const { request, response, lineage } = exchange;
  const received = receivedResponse(response);
  const error =
    'kind' in response
      ? html`<p class="transport-error">No response: ${response.kind} after ${Math.round(response.durationMs)} ms: ${response.detail}</p>`
      : '';
  const statusLine =
    received &&
    `HTTP/${received.httpVersion} ${received.status} ${received.statusText}${received.complete ? '' : ' (truncated)'}`;
  const notice = redactionNotice(request, secretHeaders);
  return html`<div class="exchange">
<figure><figcaption>Request</figcaption>${message(`${request.method} ${request.path}`, request.headers, request.body)}</figure>
<figure><figcaption>Response</figcaption>${error}${received && statusLine ? message(statusLine, received.headers, received.body, received.truncatedBytes) : ''}</figure>
</div>
<figure class="curl"><figcaption>Reproduce <button type="button" class="copy" data-copy="${id}">Copy<span class="visually-hidden"> ${lineage ? 'the script' : 'the curl command'}</span></button></figcaption>
<pre id="${id}" tabindex="0">${exchangeScript(target, exchange, secretHeaders).join('\n')}</pre>${notice === undefined ? '' : html`<p class="meta">${notice}</p>`}</figure>`;
}

function message(
  startLine: string,
  headers: HttpRequest['headers'],
  body: Uint8Array | undefined,
  truncatedBytes?: number,
): Markup {
  const fields = headers.map(([name, value]) => html`\n<span class="field">${name}:</span> ${value}`);
  const content = body === undefined ? '' : html`\n\n${bodyExcerpt(body, LIMITS, truncatedBytes).join('\n')}`;
  return html`<pre tabindex="0"><b>${startLine}</b>${fields}${content}</pre>`;
}
