import type { Case, Operation } from '../../../core/model.ts';
import { takeTurns } from '../../../core/util/take-turns.ts';
import type { Family } from '../../settings/repetition.ts';
import type { RunControl } from '../../suite.ts';
import { GENERATED } from './name.ts';

/** The first few cases of an operation are valid and invalid ones. */
const CASES_PER_TURN = 8;

/** One operation after the other; if time is limited, every operation gets its share of it. */
export function* inTurns<T>(
  operations: readonly Operation[],
  casesOf: (operation: Operation) => Iterable<T>,
  deadline: number,
): Generator<T> {
  if (Number.isFinite(deadline)) yield* takeTurns(operations.map(casesOf), CASES_PER_TURN);
  else for (const operation of operations) yield* casesOf(operation);
}

/** The cases of an operation that the run sends: all, or those that it repeats. */
export function repeated<T extends Case>(
  { repetition }: RunControl,
  operation: Operation,
  family: Family<T>,
): Generator<T> {
  return repetition ? repetition.casesOf(GENERATED, operation, family) : family.make();
}
