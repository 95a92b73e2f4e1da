import type { Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type CaseStore, type RestoredInit, specKey, throughStore, uniqueKey } from '../requests/stored-cases.ts';
import { createTestCase } from '../requests/test-case.ts';
import { originOf, type RandomCase, type RandomOptions, randomCases } from './random-cases.ts';

/** {@link RandomOptions} of a run. */
export type RunOptions = Omit<RandomOptions, 'isWanted'> & Required<Pick<RandomOptions, 'unique'>>;

/** As {@link randomCases}, all of them, from an earlier run if that had the same base. */
export function storedRandomCases(
  store: CaseStore | undefined,
  contract: Contract,
  operation: Operation,
  options: RunOptions,
): Generator<RandomCase> {
  const { seed, randomCases: count, base, unique } = options;
  const generate = () => randomCases(contract, operation, options);
  const values = uniqueKey(unique, operation);
  if (!store || values === undefined) return generate();
  const pinned = base ? [specKey(base.spec), [...base.rejectedProperties], base.needsBody] : null;
  const key = ['random', values, seed, count, pinned];
  let generated: ReadonlyMap<string, RandomCase> | undefined;
  /** What only a failure needs. */
  const again = (id: string): RandomCase | undefined => {
    generated ??= new Map([...generate()].map((each) => [each.id, each]));
    return generated.get(id);
  };
  const restore = ({ isEncoded: _, seed: own = 0, ...init }: RestoredInit): RandomCase => {
    const origin = originOf(contract, operation);
    const restored: RandomCase = {
      ...createTestCase(contract, unique.seeded(own), { ...init, operation, origin }),
      seed: own,
      fingerprint: () => again(restored.id)?.fingerprint() ?? restored.id,
      walk: (name) => again(restored.id)?.walk(name) ?? restored,
      shrinks: () => again(restored.id)?.shrinks() ?? [],
    };
    return restored;
  };
  return throughStore(store, { contract, operation, key, generate, restore });
}
