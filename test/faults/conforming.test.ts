import { describe, expect, test } from 'vitest';
import { conforming, faults } from '../../fixtures/faults/index.ts';
import type { VerifyOptions } from '../../harness/runner/settings/options.ts';
import { selection, WHOLE } from '../fleet.ts';
import { verdict } from './verdict.ts';

/** A run of these waits more than it works; with more at once, it finds the same. */
const WAITING: Readonly<Record<string, { readonly concurrency: number }>> = { slow: { concurrency: 64 } };

/** A difference that is in every response, whatever was sent, is seen in a run of few cases. */
const IN_EVERY_RESPONSE =
  /^(plain|status|errors|properties|error|tag|key|white|escapes|assigned|charset|chunked|connection|keep|slow|headers|early)-?/;

function optionsFor(name: string): Partial<VerifyOptions> {
  return { ...WAITING[name], effort: IN_EVERY_RESPONSE.test(name) && !WHOLE ? 'quick' : 'normal' };
}

describe.concurrent('a service that keeps the contract in a way of its own is not blamed', () => {
  test.each(conforming)('$name: $difference', async ({ name, start }) => {
    expect(await verdict(start, optionsFor(name))).toBe('passed');
  });
});

describe.concurrent('a service of a real stack that keeps the contract is not blamed', () => {
  test.each(selection(faults, 9))('$stack, without the mistake of $name', async (fault) => {
    expect(await verdict(() => fault.start({ repaired: true }))).toBe('passed');
  });
});
