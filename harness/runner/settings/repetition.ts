import { DREDD } from '../../core/check-ids.ts';
import type { Case, CaseResult, Operation } from '../../core/model.ts';
import type { CaseSelection, Report } from '../../core/report.ts';
import type { RunContext } from '../context.ts';
import { STATEFUL } from '../suites/stateful/name.ts';

/** Returns the cases of a report that failed or were not sent, and the operations that are not verified. */
export function failedCases({ results, operations, findings }: Report): CaseSelection {
  const failed = results.filter(({ status }) => status === 'fail' || status === 'error');
  const shown = new Set(failed.map(({ operation }) => operation));
  // Some findings are those of several requests, none of which fails alone.
  const others = findings.filter(({ severity, operation }) => severity === 'error' && !shown.has(operation));
  const unverified = operations.filter(({ verified, known }) => !verified && !known).map(({ id }) => id);
  const whole = new Set([...unverified, ...others.map(({ operation }) => operation)]);
  return {
    cases: failed
      .filter(({ operation }) => !whole.has(operation))
      .map(({ suite, operation, case: id }) => ({ suite, operation, case: id })),
    operations: [...whole],
  };
}

/** Cases of an operation that are made together. */
export interface Family<T extends Case> {
  /** Whether the case with this id is one of them. */
  has(id: string): boolean;
  /** Makes those that are wanted, by their ids without the operation and without what follows in parentheses; default: all. */
  make(isWanted?: (id: string) => boolean): Generator<T>;
}

/** The part of a run that is repeated. */
export class Repetition {
  /** Ids of the cases without a conclusion, by suite and operation. */
  private readonly open = new Map<string, Map<string, Set<string>>>();
  private readonly cases: number;
  private readonly selected: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
  private readonly whole: ReadonlySet<string>;

  constructor({ cases, operations }: CaseSelection) {
    this.whole = new Set(operations);
    this.cases = cases.length;
    this.selected = bySuiteAndOperation(cases);
    this.open = bySuiteAndOperation(cases);
  }

  /** Whether cases of a suite are repeated. */
  hasSuite(suite: string): boolean {
    return this.whole.size > 0 || this.selected.has(suite);
  }

  /** Whether cases of an operation are repeated, in one suite or in any. */
  hasOperation(operation: string, suites: Iterable<string> = this.selected.keys()): boolean {
    return this.whole.has(operation) || [...suites].some((suite) => this.selected.get(suite)?.has(operation));
  }

  hasCase(suite: string, operation: string, id: string): boolean {
    if (suite === STATEFUL) return this.hasOperation(operation, [suite]);
    return this.whole.has(operation) || this.selected.get(suite)?.get(operation)?.has(id) === true;
  }

  /** Yields the cases of a family that are repeated, and looks for no further one after the last. */
  *casesOf<T extends Case>(suite: string, { id: operation }: Operation, { has, make }: Family<T>): Generator<T> {
    if (this.whole.has(operation)) return yield* make();
    const left = new Set([...(this.open.get(suite)?.get(operation) ?? [])].filter(has));
    if (left.size === 0) return;
    const isWanted = (id: string) => left.has(id) || [...left].some((each) => each.startsWith(`${id} (`));
    for (const each of make((id) => isWanted(`${operation}: ${id}`))) {
      if (!left.delete(each.id)) continue;
      yield each;
      if (left.size === 0) return;
    }
  }

  record({ suite, operation, case: id, status }: CaseResult): void {
    if (status !== 'pass' && status !== 'fail') return;
    // A sequence is repeated as a whole, and need not have the same requests again.
    if (suite === STATEFUL) this.open.get(suite)?.delete(operation);
    else this.open.get(suite)?.get(operation)?.delete(id);
  }

  get counts(): NonNullable<Report['repeated']> {
    const ids = [...this.open.values()].flatMap((operations) => [...operations.values()]);
    return { cases: this.cases, open: ids.reduce((sum, { size }) => sum + size, 0), operations: [...this.whole] };
  }
}

/** What a suite sends in a run that may be a repetition. */
export function partOf(context: RunContext, suite: string): RunContext {
  const { source, control } = context;
  const { repetition, isSelected } = control;
  if (!repetition) return context;
  const hasCase = (id: string, operation: string) => repetition.hasCase(suite, operation, id);
  // Sequences and bases need what is not repeated, too.
  const operations =
    suite === STATEFUL ? source.operations : source.operations.filter(({ id }) => repetition.hasOperation(id, [suite]));
  const isAboutExamples = suite === 'examples' || suite === DREDD;
  const examples = source.examples.filter(({ id, operation }) => !isAboutExamples || hasCase(id, operation.id));
  return {
    ...context,
    source: { ...source, operations, examples },
    control: { ...control, isSelected: (...one) => isSelected?.(...one) !== false && hasCase(...one) },
  };
}

function bySuiteAndOperation(cases: CaseSelection['cases']): Map<string, Map<string, Set<string>>> {
  const all = new Map<string, Map<string, Set<string>>>();
  for (const { suite, operation, case: id } of cases) {
    const operations = all.get(suite) ?? new Map<string, Set<string>>();
    all.set(suite, operations.set(operation, (operations.get(operation) ?? new Set()).add(id)));
  }
  return all;
}
