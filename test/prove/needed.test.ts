import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../harness/cases/systematic/systematic-cases.ts';
import { createChecks } from '../../harness/checks/index.ts';
import { loadContract } from '../../harness/contract/load.ts';
import type { Trial } from '../../harness/prove/proof.ts';
import { type ProveConfig, prove } from '../../harness/prove/prove.ts';
import { document, everything } from './proving.ts';

const oneOperation: ProveConfig = { ...everything, operations: ['createAnimal'] };
/** The only header of the own document is one that makes clients wait. */
const withHeaders: ProveConfig = { ...document('orders'), operations: ['placeOrder'] };

/** The first break that survives; the proof is not carried on behind it. */
async function firstSurvivor(config: ProveConfig): Promise<Trial | undefined> {
  for await (const event of prove(config, new AbortController().signal))
    if (event.type === 'trial' && event.trial.catches.length === 0) return event.trial;
  return undefined;
}

const configFor = (check: string) => (check === 'response-headers' ? withHeaders : oneOperation);

describe('a break survives as soon as it is left out:', () => {
  const checks = createChecks(loadContract(everything.spec)).map(({ id }) => id);

  test.each(checks)(
    'the check %s',
    async (id) => {
      expect(await firstSurvivor({ ...configFor(id), without: [id] })).toMatchObject({ catches: [] });
    },
    60_000,
  );

  test.each(Object.keys(FAMILIES))(
    'the family %s',
    async (name) => {
      const { [name]: _, ...families } = FAMILIES;
      expect(await firstSurvivor({ ...oneOperation, families })).toMatchObject({ catches: [] });
    },
    60_000,
  );
});

test('no break survives while all of them are there', async () => {
  expect(await firstSurvivor(oneOperation)).toBeUndefined();
}, 60_000);
