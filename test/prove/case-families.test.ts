import { beforeAll, describe, expect, test } from 'vitest';
import { createChecks } from '../../harness/checks/index.ts';
import { boundaryCases, CASE_FAMILIES } from '../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import type { Kill, MutantResult } from '../../harness/prove/report.ts';
import { type MutationConfig, runMutationTests } from '../../harness/prove/run.ts';
import { document, everything } from './helpers.ts';

const oneOperation: MutationConfig = { ...everything, operations: ['createAnimal'] };
/** Where that operation has nothing to do for a check or a family: its only header is one that makes clients wait. */
const others: Readonly<Record<string, MutationConfig>> = {
  'response-headers': {
    ...document('orders'),
    operations: ['placeOrder'],
    tries: ({ kind }) => kind === 'header',
  },
  multipartBodies: document('uploads'),
};

/** What became of the breaks, one after the other; the proof is not carried on behind them. */
async function* trialsOf(config: MutationConfig): AsyncGenerator<MutantResult> {
  for await (const event of runMutationTests(config, new AbortController().signal)) {
    if (event.type === 'variation') return;
    if (event.type === 'mutant') yield event.result;
  }
}

async function all(given: AsyncIterable<MutantResult>): Promise<MutantResult[]> {
  const trials: MutantResult[] = [];
  for await (const trial of given) trials.push(trial);
  return trials;
}

/** The first break that survives; only those are tried of which nothing else took notice, for what did so still does. */
async function firstSurvivor(
  config: MutationConfig,
  whole: readonly MutantResult[],
  isLeftOut: (given: Kill) => boolean,
): Promise<MutantResult | undefined> {
  const doubtful = new Set(whole.filter(({ kills }) => kills.every(isLeftOut)).map((trial) => trial.mutant.id));
  for await (const trial of trialsOf({ ...config, tries: ({ id }) => doubtful.has(id) }))
    if (trial.kills.length === 0) return trial;
  return undefined;
}

const whole = new Map<MutationConfig, readonly MutantResult[]>();
const proofWith = (name: string) => {
  const config = others[name] ?? oneOperation;
  return { config, trials: whole.get(config) ?? [] };
};

beforeAll(async () => {
  for (const config of [oneOperation, ...Object.values(others)]) whole.set(config, await all(trialsOf(config)));
}, 120_000);

test('no break survives while all of them are there', () => {
  expect(whole.get(oneOperation)?.length).toBeGreaterThan(500);
  const survivors = [...whole.values()].flat().filter(({ kills }) => kills.length === 0);
  expect(survivors.map((trial) => trial.mutant.id)).toEqual([]);
});

describe('a break survives as soon as it is left out:', () => {
  test.each(createChecks(contractOf(oneOperation)).map(({ id }) => id))('the check %s', async (id) => {
    const { config, trials } = proofWith(id);
    const survivor = await firstSurvivor({ ...config, without: [id] }, trials, ({ check }) => check === id);
    expect(survivor).toMatchObject({ kills: [] });
  });

  test.each(Object.keys(CASE_FAMILIES))('the family %s', async (name) => {
    const { config, trials } = proofWith(name);
    const { [name]: family = () => [], ...families } = CASE_FAMILIES;
    const own = idsOf(config, { [name]: family });
    const isOwn = ({ suite, case: id }: Kill) => suite === 'generated' && own.has(id);
    expect(await firstSurvivor({ ...config, families }, trials, isOwn)).toMatchObject({ kills: [] });
  });
});

function contractOf({ spec, overlays }: MutationConfig): Contract {
  return loadContract(spec, overlays);
}

function idsOf(config: MutationConfig, families: typeof CASE_FAMILIES): Set<string> {
  const contract = contractOf(config);
  const operations = contract.operations.filter(({ id }) => config.operations?.includes(id) ?? true);
  const cases = operations.flatMap((operation) => [
    ...(boundaryCases(contract, new UniqueValues(config.seed), operation, families) ?? []),
  ]);
  return new Set(cases.map(({ id }) => id));
}
