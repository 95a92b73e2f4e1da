import { formatPart } from '../../core/clause-part.ts';
import type { ClauseCoverage, Report } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { lineId, type PageIndex } from './links.ts';
import { html, type Markup } from './markup.ts';

/** Documents longer than this are laid out in blocks, so that a browser renders only the visible ones. */
const LONG_DOCUMENT_LINES = 2000;
const BLOCK_LINES = 100;
const MAX_LINKED_LINES = 40;

export type LineState = 'violated' | 'covered' | 'partly' | 'uncovered';

const LEGEND: Readonly<Record<LineState, readonly [mark: string, label: string]>> = {
  covered: ['✓', 'covered'],
  violated: ['✗', 'violated'],
  partly: ['◐', 'partly covered'],
  uncovered: ['○', 'not covered'],
};

/** Returns the state of a line of the document from those of its clauses. */
export function lineState(clauses: readonly Pick<ClauseCoverage, 'state'>[]): LineState {
  if (clauses.some(({ state }) => state === 'violated')) return 'violated';
  const uncovered = clauses.filter(({ state }) => state === 'uncovered').length;
  if (uncovered === 0) return 'covered';
  return uncovered === clauses.length ? 'uncovered' : 'partly';
}

/** Renders the text of the documents, each line marked with the coverage of its clauses. */
export function coverageSection({ sources, coverage }: Report, index: PageIndex): Markup {
  const byFile = groupBy(coverage, ({ clause }) => clause.location.file);
  const files = sources.map(({ file, text }, at) => listing({ file, text, at }, byFile.get(file) ?? [], index));
  const legend = Object.entries(LEGEND).map(
    ([state, [mark, label]]) =>
      html`<li class="${state}"><span class="mark" aria-hidden="true">${mark}</span> ${label}</li>`,
  );
  return html`<section id="contract" aria-labelledby="contract-title">
<h2 id="contract-title">Contract</h2>
<p class="note">Each marked line holds clauses of the contract; open it to see them.</p>
<ul class="legend">${legend}</ul>
${files}
</section>`;
}

/** A document of the report; `at` is its index among the sources. */
interface SourceFile {
  readonly file: string;
  readonly text: string;
  readonly at: number;
}

function listing({ file, text, at }: SourceFile, coverage: readonly ClauseCoverage[], index: PageIndex): Markup {
  const byLine = groupBy(coverage, ({ clause }) => clause.location.line);
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const rendered = lines.map((line, i) => sourceLine(line, lineId(at, i + 1), i + 1, byLine.get(i + 1) ?? [], index));
  const blocks = Array.from({ length: Math.ceil(rendered.length / BLOCK_LINES) }, (_, block) =>
    rendered.slice(block * BLOCK_LINES, (block + 1) * BLOCK_LINES),
  );
  const violated = [...byLine].filter(([, clauses]) => lineState(clauses) === 'violated').map(([line]) => line);
  return html`<h3 class="file"><code>${file}</code></h3>
${violatedLines(violated, at)}
<div class="listing${lines.length > LONG_DOCUMENT_LINES ? ' long' : ''}" role="region" aria-label="${file}" tabindex="0">${blocks.map((block) => html`<div class="block">${block}</div>`)}</div>`;
}

function violatedLines(lines: readonly number[], file: number): Markup {
  if (lines.length === 0) return html``;
  const linked = lines.toSorted((a, b) => a - b).slice(0, MAX_LINKED_LINES);
  const links = linked.map((line, at) => html`${at > 0 ? ', ' : ''}<a href="#${lineId(file, line)}">${line}</a>`);
  const more = lines.length - linked.length;
  return html`<p class="note">Violated at line${lines.length === 1 ? '' : 's'} ${links}${more > 0 ? ` and ${pluralize(more, 'other')}` : ''}</p>`;
}

function sourceLine(
  text: string,
  id: string,
  number: number,
  clauses: readonly ClauseCoverage[],
  index: PageIndex,
): Markup {
  const code = html`<code>${highlight(text)}</code>`;
  if (clauses.length === 0)
    return html`<div class="line" id="${id}"><span class="line-number">${number}</span><span class="mark"></span>${code}</div>`;
  const state = lineState(clauses);
  return html`<details class="line ${state}" id="${id}"><summary><span class="line-number">${number}</span><span class="mark" aria-hidden="true">${LEGEND[state][0]}</span>${code}<span class="visually-hidden state">${state}, ${pluralize(clauses.length, 'clause')}</span></summary>
<ul>${clauses.map((each) => clauseItem(each, index))}</ul></details>`;
}

function clauseItem({ clause, state, count, reason }: ClauseCoverage, index: PageIndex): Markup {
  const [mark, label] = LEGEND[state];
  const detail = state === 'uncovered' ? reason : pluralize(count, 'case');
  const links = index.findingsOf(clause).map((number) => html`, <a href="#finding-${number}">finding ${number}</a>`);
  return html`<li class="${state}" data-operation="${index.operation(clause.operation)}" data-state="${state}"><span class="mark" aria-hidden="true">${mark}</span><span><b>${clause.description}</b> <small>${clause.operation}, ${formatPart(clause.part)}: ${label}${detail === undefined ? '' : `: ${detail}`}${links}</small></span></li>`;
}

/** Highlights the keys and comments of a line of YAML or JSON. */
function highlight(line: string): Markup {
  const [, indent = '', name, rest = ''] =
    /^(\s*(?:- )*)("[^"]*"|'[^']*'|[^\s#:'"[{-][^\s:#]*)(:(?:\s.*)?)$/.exec(line) ?? [];
  if (name !== undefined) return html`${indent}<span class="name">${name}</span>${rest}`;
  return /^\s*#/.test(line) ? html`<span class="comment">${line}</span>` : html`${line}`;
}
