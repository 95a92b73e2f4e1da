import type { OperationSummary, Report } from '../../model.ts';
import { groupBy } from '../group.ts';
import { html, type Markup } from './markup.ts';
import type { Names } from './names.ts';

/** What was asked of each operation, and whether it is proven. */
export function operationsSection({ operations, coverage }: Report, names: Names): Markup {
  const clauses = groupBy(coverage, ({ clause }) => clause.operation);
  const rows = operations.map((operation) => {
    const own = clauses.get(operation.id) ?? [];
    const reached = own.filter(({ state }) => state !== 'unreached').length;
    return operationRow(operation, `${reached} of ${own.length}`, names);
  });
  return html`<section id="operations" aria-labelledby="operations-title">
<h2 id="operations-title">Operations</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Table of operations"><table class="operations"><caption class="sr">What was asked of each operation</caption>
<thead><tr><th scope="col">Operation</th><th scope="col" class="number">Sent</th><th scope="col" class="number">Accepted</th><th scope="col" class="number">Refused</th><th scope="col" class="number">Clauses</th><th scope="col">Proven</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
</section>`;
}

function operationRow(
  { id, method, path, sent, accepted, refused, proven, why, location }: OperationSummary,
  clauses: string,
  names: Names,
): Markup {
  const verdict = proven
    ? html`<span class="good">✓ proven</span>`
    : html`<span class="bad">✗ unproven</span><br><small>${why}</small>`;
  return html`<tr data-operation="${names.operation(id)}">
<th scope="row"><code>${id}</code><br><small>${method} ${path}, ${names.link(location)}</small></th>
<td class="number">${sent}</td><td class="number">${accepted}</td><td class="number">${refused}</td><td class="number">${clauses}</td><td>${verdict}</td></tr>`;
}
