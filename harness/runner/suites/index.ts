import { DREDD } from '../../core/check-ids.ts';
import type { SuiteName } from '../settings/suite-names.ts';
import type { Suite } from '../suite.ts';
import { createDreddSuite } from './dredd/suite.ts';
import { examples } from './examples.ts';
import { generated } from './generated/suite.ts';
import { stateful } from './stateful/suite.ts';

const SUITE_FACTORIES: Readonly<Record<SuiteName, () => Suite>> = {
  examples: () => examples,
  generated: () => generated,
  dredd: createDreddSuite,
  stateful: () => stateful,
};

/** Creates suites, Dredd's first: its thread loads in the meantime, and it takes the longest. */
export function createSuites(names: readonly SuiteName[]): Suite[] {
  const dreddFirst = (a: SuiteName, b: SuiteName) => Number(b === DREDD) - Number(a === DREDD);
  return names.toSorted(dreddFirst).map((name) => SUITE_FACTORIES[name]());
}
