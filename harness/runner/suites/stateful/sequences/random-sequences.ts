import fc from 'fast-check';
import { fnv1a } from '../../../../core/util/random.ts';
import type { ResourceType } from '../../../../openapi/resources/model.ts';
import type { Sequence } from '../steps/sequence.ts';
import { performActions, type RandomAction, randomActions } from './random-actions.ts';
import type { SequenceRun } from './run-sequence.ts';

/** Further runs that look for a shorter sequence with the same finding. */
const MAX_SHRINKING_RUNS = 40;

export interface RandomSequenceOptions {
  readonly seed: number;
  readonly count: number;
  readonly isStopped: () => boolean;
  /** Runs a sequence with new records. */
  readonly run: (life: (sequence: Sequence) => Promise<void>) => Promise<SequenceRun>;
}

/**
 * Runs random sequences of creations, updates, deletions and reads on records of a type.
 * @returns every run; the last one has the findings of the shortest sequence that shows one twice, the others have none
 */
export async function runRandomSequences(type: ResourceType, options: RandomSequenceOptions): Promise<SequenceRun[]> {
  const { isStopped } = options;
  const runs: SequenceRun[] = [];
  const perform = async (actions: readonly RandomAction[]) => {
    const done = await options.run((sequence) => performActions(sequence, actions));
    runs.push({ ...done, findings: [] });
    return done.findings;
  };
  let shrinkingRuns = 0;
  const property = fc.asyncProperty(randomActions, async (actions) => {
    if (isStopped() || shrinkingRuns > MAX_SHRINKING_RUNS) return true;
    if (shrinkingRuns > 0) shrinkingRuns++;
    const isViolated = (await perform(actions)).length > 0;
    if (isViolated && shrinkingRuns === 0) shrinkingRuns = 1;
    return !isViolated;
  });
  const seed = fnv1a(`${options.seed} ${type.name}`);
  const { counterexample } = await fc.check(property, { seed, numRuns: options.count });
  const [shortest] = counterexample ?? [];
  if (shortest && !isStopped()) {
    const findings = await perform(shortest);
    const last = runs.pop();
    if (last) runs.push({ ...last, findings });
  }
  return runs;
}
