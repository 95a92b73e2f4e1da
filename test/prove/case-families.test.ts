import { beforeAll, describe, expect, test } from 'vitest';
import { createChecks } from '../../harness/checks/index.ts';
import { boundaryCases, CASE_FAMILIES } from '../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import type { Kill, MutantResult } from '../../harness/prove/report.ts';
import { runMutationTests } from '../../harness/prove/run.ts';
import type { MutationConfig } from '../../harness/prove/session.ts';
import { WHOLE } from '../fleet.ts';
import { document, everything, someOfEachKind } from './helpers.ts';

const oneOperation: MutationConfig = { ...everything, operations: ['createAnimal'], tries: someOfEachKind() };
/** Documents for checks and families that this operation does not need: its only header is Retry-After. */
const others: Readonly<Record<string, MutationConfig>> = {
  'response-headers': {
    ...document('orders'),
    operations: ['placeOrder'],
    tries: ({ mutator }) => mutator === 'response-headers',
  },
  'stream-framing': { ...document('streams'), tries: someOfEachKind() },
  multipartCases: { ...document('uploads'), tries: someOfEachKind() },
  xmlBodyCases: { ...document('xml'), operations: ['createBook'], tries: someOfEachKind() },
  mainTextCases: { ...document('texts'), operations: ['setColor'] },
  formBodyCases: { ...document('media-types'), operations: ['addToken'], tries: someOfEachKind() },
  otherMediaTypeCases: { ...document('media-types'), operations: ['addNote'] },
  acceptHeaderCases: { ...document('media-types'), operations: ['getNotes'], tries: someOfEachKind() },
};

/** Yields the results of the mutants, without running the variations. */
async function* resultsOf(config: MutationConfig): AsyncGenerator<MutantResult> {
  for await (const event of runMutationTests(config, new AbortController().signal)) {
    if (event.type === 'variation') return;
    if (event.type === 'mutant') yield event.result;
  }
}

async function all(mutant: AsyncIterable<MutantResult>): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  for await (const result of mutant) results.push(result);
  return results;
}

/** Returns the first survivor of the mutants that only the omitted check or family killed. */
async function firstSurvivor(
  config: MutationConfig,
  whole: readonly MutantResult[],
  isOmitted: (kill: Kill) => boolean,
): Promise<MutantResult | undefined> {
  const candidates = new Set(whole.filter(({ kills }) => kills.every(isOmitted)).map((result) => result.mutant.id));
  for await (const result of resultsOf({ ...config, tries: ({ id }) => candidates.has(id) }))
    if (result.kills.length === 0) return result;
  return undefined;
}

const whole = new Map<MutationConfig, readonly MutantResult[]>();
const resultsWith = (name: string) => {
  const config = others[name] ?? oneOperation;
  return { config, trials: whole.get(config) ?? [] };
};

beforeAll(async () => {
  for (const config of [oneOperation, ...Object.values(others)]) whole.set(config, await all(resultsOf(config)));
});

test('no mutant survives all checks and case families', () => {
  expect(whole.get(oneOperation)?.length).toBeGreaterThan(WHOLE ? 500 : 100);
  const survivors = [...whole.values()].flat().filter(({ kills }) => kills.length === 0);
  expect(survivors.map((result) => result.mutant.id)).toEqual([]);
});

describe('a mutant survives without', () => {
  test.each(createChecks(contractOf(oneOperation)).map(({ id }) => id))('the check %s', async (id) => {
    const { config, trials: results } = resultsWith(id);
    const survivor = await firstSurvivor({ ...config, without: [id] }, results, ({ check }) => check === id);
    expect(survivor).toMatchObject({ kills: [] });
  });

  test.each(Object.keys(CASE_FAMILIES))('the family %s', async (name) => {
    const { config, trials: results } = resultsWith(name);
    const { [name]: family = () => [], ...families } = CASE_FAMILIES;
    const own = idsOf(config, { [name]: family });
    const isOwn = ({ suite, case: id }: Kill) => suite === 'generated' && own.has(id);
    expect(await firstSurvivor({ ...config, families }, results, isOwn)).toMatchObject({ kills: [] });
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
