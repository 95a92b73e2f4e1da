import { didYouMean, UsageError } from '../../core/errors.ts';
import type { Case } from '../../core/model.ts';

/** The sizes of a run, the smallest first. */
export const EFFORTS = ['quick', 'normal', 'thorough'] as const;
export type Effort = (typeof EFFORTS)[number];

export const DEFAULT_EFFORT: Effort = 'normal';

/** Random requests of each operation, valid and invalid each; half as many random sequences of each resource type. */
export const RANDOM_CASES: Readonly<Record<Effort, number>> = { quick: 0, normal: 20, thorough: 200 };

/** @throws {UsageError} for an unknown effort */
export function checkEffort(name: string): Effort {
  const known = EFFORTS.find((effort) => effort === name);
  if (known) return known;
  const guess = didYouMean(name, EFFORTS);
  throw new UsageError(
    `Unknown effort "${name}".${guess ? ` Did you mean ${guess}?` : ''} Efforts: ${EFFORTS.join(', ')}`,
  );
}

/**
 * Yields those of an operation's cases that test something which no case before them tests, or all further ones.
 * @param taken how many of the first ones were taken, so that the others are further ones
 */
export function* informative<T extends Case>(cases: Iterable<T>, wanted: 'first' | 'further', taken = 0): Generator<T> {
  const tested = new Set<string>();
  let firsts = 0;
  for (const each of cases) {
    const isFirst = testsMore(each, tested);
    if (isFirst) firsts++;
    if (wanted === 'first' ? isFirst : !isFirst || firsts > taken) yield each;
  }
}

/** Whether the case is the first that satisfies one of its clauses, violates it, or violates it alone; remembers what it tests. */
function testsMore({ expectation, targets }: Case, tested: Set<string>): boolean {
  const before = tested.size;
  for (const { id } of targets) {
    // What may be accepted or rejected shows less about a clause than any other case.
    if (expectation === 'any' && (tested.has(`accept ${id}`) || tested.has(`reject ${id}`))) continue;
    tested.add(`${expectation} ${id}`);
    // What violates two clauses is rejected where one of them is not checked: null is no string, and in no enum.
    if (expectation === 'reject' && targets.length === 1) tested.add(`${id} alone`);
  }
  return tested.size > before;
}
