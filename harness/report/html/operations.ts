import { formatNumber } from '../../core/util/pluralize.ts';
import type { OperationState } from './failing-operations.ts';
import type { PageIndex } from './links.ts';
import { html, type Markup } from './markup.ts';

const COLUMNS = ['Clauses broken', 'kept', 'not reached', 'Requests sent', 'accepted', 'rejected'] as const;

/** Under each operation: its clauses by how they fared, and what was asked of it. */
export function operationsSection(all: readonly OperationState[], names: PageIndex): Markup {
  const heads = COLUMNS.map((name) => html`<th role="columnheader" scope="col" class="number">${name}</th>`);
  return html`<section id="operations" aria-labelledby="operations-title">
<h2 id="operations-title">Operations</h2>
<table class="operations" role="table"><caption class="sr">Clauses of each operation by how they fared, and its requests</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Operation</th><th role="columnheader" scope="col">Verdict</th>${heads}</tr></thead>
<tbody role="rowgroup">${all.map((fared) => operationRow(fared, names))}</tbody>
</table>
</section>`;
}

function operationRow({ operation, state, violated, covered, uncovered }: OperationState, names: PageIndex): Markup {
  const { id, method, path, sent, accepted, rejected, location } = operation;
  const amounts = [violated.length, covered, uncovered, sent, accepted, rejected];
  const cells = amounts.map((amount, at) => numberCell(COLUMNS[at] ?? '', amount));
  return html`<tr role="row" data-operation="${names.operation(id)}">
<th role="rowheader" scope="row"><code>${method} ${path}</code><small>${id}, ${names.link(location)}</small></th><td role="cell" class="verdict">${verdict({ operation, state })}</td>${cells}</tr>`;
}

function numberCell(label: string, amount: number): Markup {
  const tone = amount === 0 ? ' none' : label === COLUMNS[0] ? ' bad' : '';
  return html`<td role="cell" class="number${tone}" data-label="${label}">${formatNumber(amount)}</td>`;
}

function verdict({ operation: { verified, reason }, state }: Pick<OperationState, 'operation' | 'state'>): Markup {
  const unproven = verified ? '' : html`<small>unproven: ${reason ?? ''}</small>`;
  if (state === 'failed') return html`<span class="bad">✗ broken</span>${unproven}`;
  return verified
    ? html`<span class="good">✓ proven</span>`
    : html`<span class="warn">? unproven</span><small>${reason}</small>`;
}
