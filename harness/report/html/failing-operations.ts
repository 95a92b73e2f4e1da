import type { OperationSummary, Report } from '../../core/report.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import type { PageIndex } from './links.ts';
import { html, type Markup } from './markup.ts';

/** An operation with its verdict and the state of its clauses. */
export interface OperationState {
  readonly operation: OperationSummary;
  readonly state: 'failed' | 'unverified' | 'passed';
  /** Descriptions of the violated clauses. */
  readonly violated: readonly string[];
  readonly covered: number;
  readonly uncovered: number;
}

const STATES: readonly OperationState['state'][] = ['failed', 'unverified', 'passed'];
const MAX_SHOWN = 6;

/** Returns the state of each operation, failed ones first. */
export function operationStates({ operations, coverage, findings }: Report): readonly OperationState[] {
  const clauses = groupBy(coverage, ({ clause }) => clause.operation);
  const failing = new Set(findings.filter(({ severity }) => severity === 'error').map(({ operation }) => operation));
  return operations
    .map((operation): OperationState => {
      const byState = groupBy(clauses.get(operation.id) ?? [], ({ state }) => state);
      const violated = (byState.get('violated') ?? []).map(({ clause }) => clause.description);
      const failed = violated.length > 0 || failing.has(operation.id);
      const state = failed ? 'failed' : operation.verified ? 'passed' : 'unverified';
      const covered = byState.get('covered')?.length ?? 0;
      return { operation, state, violated, covered, uncovered: byState.get('uncovered')?.length ?? 0 };
    })
    .sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
}

/** Lists the operations that did not pass, for the head of the page. */
export function failingOperations(states: readonly OperationState[], index: PageIndex): Markup {
  const failing = states.filter(({ state }) => state !== 'passed');
  if (failing.length === 0) return html``;
  const items = failing.slice(0, MAX_SHOWN).map((state) => failingItem(state, index));
  const more = failing.length - items.length;
  return html`<ul class="failing" aria-label="Failing operations">${items}${more === 0 ? '' : html`<li><a href="#operations">and ${pluralize(more, 'other operation')}</a></li>`}</ul>`;
}

function failingItem({ operation, state, violated }: OperationState, index: PageIndex): Markup {
  const { id, method, path, reason } = operation;
  const route = `${method} ${path}`;
  const name = id === route ? '' : html` <span class="id">${id}</span>`;
  const [tone, mark, message] =
    state === 'failed'
      ? ['bad', '✗', violatedClauses(violated)]
      : ['warn', '?', `not verified: ${reason ?? 'see Operations'}`];
  return html`<li><span class="${tone}" aria-hidden="true">${mark}</span><span><a href="#findings" data-only="${index.operation(id)}"><code>${route}</code></a>${name} <span class="message">${message}</span></span></li>`;
}

function violatedClauses([first, ...others]: readonly string[]): string {
  if (first === undefined) return 'failed';
  const more = others.length === 0 ? '' : `, and ${pluralize(others.length, 'other clause')}`;
  return `violated: ${first}${more}`;
}
