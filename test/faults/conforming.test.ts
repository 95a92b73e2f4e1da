import { describe, expect, test } from 'vitest';
import { conforming, faults } from '../../fixtures/faults/index.ts';
import { selection, verdict, WHOLE } from './verdict.ts';

/** A run of these waits more than it works; asked more at once, it finds the same. */
const WAITING: Readonly<Record<string, { readonly concurrency: number }>> = { slow: { concurrency: 64 } };

const timeout = WHOLE ? 300_000 : 120_000;

describe.concurrent('a service that keeps the contract in a way of its own is not blamed', () => {
  test.each(conforming)(
    '$name: $difference',
    async ({ name, start }) => {
      expect(await verdict(start, WAITING[name])).toBe('passed');
    },
    timeout,
  );
});

describe.concurrent('a service of a real stack that keeps the contract is not blamed', () => {
  test.each(selection(faults, 9))(
    '$stack, without the mistake of $name',
    async (fault) => {
      expect(await verdict(() => fault.start({ repaired: true }))).toBe('passed');
    },
    timeout,
  );
});
