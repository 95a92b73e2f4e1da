import { formatNumber } from '../../core/util/pluralize.ts';
import type { OperationState } from './failing-operations.ts';
import type { PageIndex } from './links.ts';
import { html, type Markup } from './markup.ts';

const COLUMNS = ['Clauses violated', 'covered', 'not covered', 'Requests sent', 'accepted', 'rejected'] as const;

/** Lists each operation with the state of its clauses and its requests. */
export function operationsSection(states: readonly OperationState[], index: PageIndex): Markup {
  const heads = COLUMNS.map((name) => html`<th role="columnheader" scope="col" class="number">${name}</th>`);
  return html`<section id="operations" aria-labelledby="operations-title">
<h2 id="operations-title">Operations</h2>
<table class="operations" role="table"><caption class="visually-hidden">Clauses and requests of each operation</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Operation</th><th role="columnheader" scope="col">Verdict</th>${heads}</tr></thead>
<tbody role="rowgroup">${states.map((state) => operationRow(state, index))}</tbody>
</table>
</section>`;
}

function operationRow({ operation, state, violated, covered, uncovered }: OperationState, index: PageIndex): Markup {
  const { id, method, path, sent, accepted, rejected, location } = operation;
  const counts = [violated.length, covered, uncovered, sent, accepted, rejected];
  const cells = counts.map((count, column) => numberCell(COLUMNS[column] ?? '', count));
  return html`<tr role="row" data-operation="${index.operation(id)}">
<th role="rowheader" scope="row"><code>${method} ${path}</code><small>${id}, ${index.link(location)}</small></th><td role="cell" class="verdict">${verdict({ operation, state })}</td>${cells}</tr>`;
}

function numberCell(label: string, count: number): Markup {
  const tone = count === 0 ? ' none' : label === COLUMNS[0] ? ' bad' : '';
  return html`<td role="cell" class="number${tone}" data-label="${label}">${formatNumber(count)}</td>`;
}

function verdict({ operation: { verified, reason }, state }: Pick<OperationState, 'operation' | 'state'>): Markup {
  const unverified = verified ? '' : html`<small>not verified: ${reason ?? ''}</small>`;
  if (state === 'failed') return html`<span class="bad">✗ failed</span>${unverified}`;
  return verified
    ? html`<span class="good">✓ verified</span>`
    : html`<span class="warn">? not verified</span><small>${reason}</small>`;
}
