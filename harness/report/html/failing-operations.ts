import type { OperationSummary, Report } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import type { PageIndex } from './links.ts';
import { html, type Markup } from './markup.ts';

/** How an operation fared, with the clauses that it broke. */
export interface OperationState {
  readonly operation: OperationSummary;
  readonly state: 'failed' | 'unverified' | 'passed';
  /** What each broken clause says. */
  readonly violated: readonly string[];
  readonly covered: number;
  readonly uncovered: number;
}

const STATES: readonly OperationState['state'][] = ['failed', 'unverified', 'passed'];
const SHOWN = 6;

/** The operations, those that need somebody's attention first. */
export function operationStates({ operations, coverage, findings }: Report): readonly OperationState[] {
  const clauses = groupBy(coverage, ({ clause }) => clause.operation);
  const found = new Set(findings.filter(({ severity }) => severity === 'error').map(({ operation }) => operation));
  return operations
    .map((operation): OperationState => {
      const own = groupBy(clauses.get(operation.id) ?? [], ({ state }) => state);
      const broken = (own.get('violated') ?? []).map(({ clause }) => clause.description);
      const faulty = broken.length > 0 || found.has(operation.id);
      const state = faulty ? 'failed' : operation.verified ? 'passed' : 'unverified';
      const kept = own.get('covered')?.length ?? 0;
      return { operation, state, violated: broken, covered: kept, uncovered: own.get('uncovered')?.length ?? 0 };
    })
    .sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
}

/** Where the trouble is, for the head of the page: each operation that is not kept, with what it breaks. */
export function failingOperations(all: readonly OperationState[], names: PageIndex): Markup {
  const troubled = all.filter(({ state }) => state !== 'passed');
  if (troubled.length === 0) return html``;
  const items = troubled.slice(0, SHOWN).map((fared) => troubleItem(fared, names));
  const left = troubled.length - items.length;
  return html`<ul class="trouble" aria-label="Where">${items}${left === 0 ? '' : html`<li><a href="#operations">and ${pluralize(left, 'other operation')}</a></li>`}</ul>`;
}

function troubleItem({ operation, state, violated }: OperationState, names: PageIndex): Markup {
  const { id, method, path, reason } = operation;
  const route = `${method} ${path}`;
  const own = id === route ? '' : html` <span class="id">${id}</span>`;
  const [tone, mark, says] =
    state === 'failed'
      ? ['bad', '✗', brokenClauses(violated)]
      : ['warn', '?', `unproven: ${reason ?? 'see Operations'}`];
  return html`<li><span class="${tone}" aria-hidden="true">${mark}</span><span><a href="#findings" data-only="${names.operation(id)}"><code>${route}</code></a>${own} <span class="says">${says}</span></span></li>`;
}

function brokenClauses([first, ...others]: readonly string[]): string {
  if (first === undefined) return 'failed';
  return others.length === 0 ? `broken: ${first}` : `broken: ${first}, and ${pluralize(others.length, 'other clause')}`;
}
