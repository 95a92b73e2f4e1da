import type { ClauseCoverage, Report } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { lineId, type PageIndex } from './links.ts';
import { html, type Markup } from './markup.ts';

/** A long document is laid out in blocks, so that a browser draws only those in sight. */
const BLOCK = 100;
const LONG = 2000;

/** So many links to broken lines are more than anyone follows. */
const LINKED = 40;

export type LineState = 'violated' | 'covered' | 'partly' | 'uncovered';

const MARKS: Readonly<Record<LineState, string>> = { violated: '✗', covered: '✓', partly: '◐', uncovered: '○' };

/** The state of a line of the document, from those of the clauses that stand there. */
export function lineState(clauses: readonly Pick<ClauseCoverage, 'state'>[]): LineState {
  if (clauses.some(({ state }) => state === 'violated')) return 'violated';
  const unreached = clauses.filter(({ state }) => state === 'uncovered').length;
  if (unreached === 0) return 'covered';
  return unreached === clauses.length ? 'uncovered' : 'partly';
}

/** The documents' own text, each line marked by how the clauses that stand there fared. */
export function coverageSection({ sources, coverage }: Report, names: PageIndex): Markup {
  const byFile = groupBy(coverage, ({ clause }) => clause.location.file);
  const files = sources.map(({ file, text }, index) => listing(file, text, byFile.get(file) ?? [], index, names));
  const legend = [
    ['covered', 'covered'],
    ['violated', 'violated'],
    ['partly', 'partly reached'],
    ['uncovered', 'never reached'],
  ] as const;
  return html`<section id="contract" aria-labelledby="contract-title">
<h2 id="contract-title">Contract</h2>
<p class="note">Every marked line holds clauses of the contract; open it to see them.</p>
<ul class="legend">${legend.map(([state, word]) => html`<li class="${state}"><span class="mark" aria-hidden="true">${MARKS[state]}</span> ${word}</li>`)}</ul>
${files}
</section>`;
}

function listing(
  file: string,
  text: string,
  coverage: readonly ClauseCoverage[],
  index: number,
  names: PageIndex,
): Markup {
  const byLine = groupBy(coverage, ({ clause }) => clause.location.line);
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const drawn = lines.map((line, at) => drawLine(line, at + 1, byLine.get(at + 1) ?? [], index, names));
  const blocks = Array.from({ length: Math.ceil(drawn.length / BLOCK) }, (_, at) =>
    drawn.slice(at * BLOCK, (at + 1) * BLOCK),
  );
  const broken = [...byLine].filter(([, clauses]) => lineState(clauses) === 'violated').map(([line]) => line);
  return html`<h3 class="file"><code>${file}</code></h3>
${brokenLines(broken, index)}
<div class="listing${lines.length > LONG ? ' long' : ''}" role="region" aria-label="${file}" tabindex="0">${blocks.map((block) => html`<div class="block">${block}</div>`)}</div>`;
}

function brokenLines(lines: readonly number[], file: number): Markup {
  if (lines.length === 0) return html``;
  const shown = lines.toSorted((a, b) => a - b).slice(0, LINKED);
  const links = shown.map((line, at) => html`${at > 0 ? ', ' : ''}<a href="#${lineId(file, line)}">${line}</a>`);
  const left = lines.length - shown.length;
  return html`<p class="note">Broken at line${lines.length === 1 ? '' : 's'} ${links}${left > 0 ? ` and ${pluralize(left, 'other')}` : ''}</p>`;
}

function drawLine(
  text: string,
  number: number,
  clauses: readonly ClauseCoverage[],
  file: number,
  names: PageIndex,
): Markup {
  const id = lineId(file, number);
  const code = html`<code>${colour(text)}</code>`;
  if (clauses.length === 0)
    return html`<div class="line" id="${id}"><span class="no">${number}</span><span class="mark"></span>${code}</div>`;
  const state = lineState(clauses);
  return html`<details class="line ${state}" id="${id}"><summary><span class="no">${number}</span><span class="mark" aria-hidden="true">${MARKS[state]}</span>${code}<span class="sr state">${state}, ${pluralize(clauses.length, 'clause')}</span></summary>
<ul>${clauses.map((each) => clauseItem(each, names))}</ul></details>`;
}

function clauseItem({ clause, state, count: times, reason }: ClauseCoverage, names: PageIndex): Markup {
  const own = lineState([{ state }]);
  const fared =
    state === 'uncovered'
      ? `never reached${reason === undefined ? '' : `: ${reason}`}`
      : `${state === 'violated' ? 'violated' : 'covered'}, ${pluralize(times, 'case')}`;
  const links = names.findingsOf(clause).map((number) => html`, <a href="#finding-${number}">finding ${number}</a>`);
  return html`<li class="${own}" data-operation="${names.operation(clause.operation)}" data-state="${state}"><span class="mark" aria-hidden="true">${MARKS[own]}</span><span><b>${clause.description}</b> <small>${clause.operation}, ${clause.part}: ${fared}${links}</small></span></li>`;
}

/** YAML and JSON in two tones: names and comments; a reader knows the rest. */
function colour(line: string): Markup {
  const [, space = '', name, rest = ''] =
    /^(\s*(?:- )*)("[^"]*"|'[^']*'|[^\s#:'"[{-][^\s:#]*)(:(?:\s.*)?)$/.exec(line) ?? [];
  if (name !== undefined) return html`${space}<span class="name">${name}</span>${rest}`;
  return /^\s*#/.test(line) ? html`<span class="comment">${line}</span>` : html`${line}`;
}
