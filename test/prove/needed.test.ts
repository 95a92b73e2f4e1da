import { beforeAll, describe, expect, test } from 'vitest';
import { Fresh } from '../../harness/cases/fresh.ts';
import { FAMILIES, systematicCases } from '../../harness/cases/systematic/systematic-cases.ts';
import { createChecks } from '../../harness/checks/index.ts';
import { loadContract } from '../../harness/contract/load.ts';
import type { Catch, Trial } from '../../harness/prove/proof.ts';
import { type ProveConfig, prove } from '../../harness/prove/prove.ts';
import { document, everything } from './proving.ts';

const oneOperation: ProveConfig = { ...everything, operations: ['createAnimal'] };
/** The only header of the own document is one that makes clients wait. */
const withHeaders: ProveConfig = {
  ...document('orders'),
  operations: ['placeOrder'],
  tries: ({ kind }) => kind === 'header',
};

/** What became of the breaks, one after the other; the proof is not carried on behind them. */
async function* trialsOf(config: ProveConfig): AsyncGenerator<Trial> {
  for await (const event of prove(config, new AbortController().signal)) {
    if (event.type === 'lawful') return;
    if (event.type === 'trial') yield event.trial;
  }
}

async function all(given: AsyncIterable<Trial>): Promise<Trial[]> {
  const trials: Trial[] = [];
  for await (const trial of given) trials.push(trial);
  return trials;
}

/** The first break that survives; only those are tried of which nothing else took notice, for what did so still does. */
async function firstSurvivor(
  config: ProveConfig,
  whole: readonly Trial[],
  isLeftOut: (given: Catch) => boolean,
): Promise<Trial | undefined> {
  const doubtful = new Set(whole.filter(({ catches }) => catches.every(isLeftOut)).map((trial) => trial.break.id));
  for await (const trial of trialsOf({ ...config, tries: ({ id }) => doubtful.has(id) }))
    if (trial.catches.length === 0) return trial;
  return undefined;
}

const contract = loadContract(everything.spec, everything.overlays);
const headers = 'response-headers';
let trials: Trial[];
let headerTrials: Trial[];

beforeAll(async () => {
  trials = await all(trialsOf(oneOperation));
  headerTrials = await all(trialsOf(withHeaders));
}, 60_000);

test('no break survives while all of them are there', () => {
  expect(trials.length).toBeGreaterThan(500);
  expect(headerTrials.length).toBeGreaterThan(0);
  const survivors = [...trials, ...headerTrials].filter(({ catches }) => catches.length === 0);
  expect(survivors.map((trial) => trial.break.id)).toEqual([]);
});

describe('a break survives as soon as it is left out:', () => {
  test.each(createChecks(contract).map(({ id }) => id))('the check %s', async (id) => {
    const [config, whole] = id === headers ? [withHeaders, headerTrials] : [oneOperation, trials];
    const survivor = await firstSurvivor({ ...config, without: [id] }, whole, ({ check }) => check === id);
    expect(survivor).toMatchObject({ catches: [] });
  });

  test.each(Object.keys(FAMILIES))('the family %s', async (name) => {
    const { [name]: family = () => [], ...families } = FAMILIES;
    const own = idsOf({ [name]: family });
    const config = { ...oneOperation, families };
    const isOwn = ({ suite, case: id }: Catch) => suite === 'generated' && own.has(id);
    expect(await firstSurvivor(config, trials, isOwn)).toMatchObject({ catches: [] });
  });
});

function idsOf(families: typeof FAMILIES): Set<string> {
  const operation = contract.operations.find(({ id }) => id === 'createAnimal');
  const cases = operation && systematicCases(contract, new Fresh(everything.seed), operation, families);
  return new Set([...(cases ?? [])].map(({ id }) => id));
}
