import { describe, expect, test } from 'vitest';
import { combined, conforming, faults } from '../../fixtures/faults/index.ts';
import { selection, WHOLE } from '../fleet.ts';
import { verdict } from './verdict.ts';

/** A run of this one waits more than it works; with more at once, it finds the same. */
const optionsFor = (name: string) => (name.includes('slow') ? { concurrency: 64 } : {});

/** Differences that are in every response, whatever was sent, which a run of few cases sees: those of a line in one service. */
const IN_EVERY_RESPONSE = [
  'plain',
  'status-201 errors-400 error-code-largest error-properties-more tag-never assigned-ids charset chunked',
  'status-202 errors-422 error-code-smallest tag-always assigned-ids-largest key-order charset-quoted chunked-bytes',
  'status-203 error-message-empty assigned-ids-smallest white-space charset-spaced keep-alive-off',
  'status-206 escapes connection-close slow',
  'properties-more headers-more early-hints',
];

/** Differences in what is accepted. */
const IN_SOME_RESPONSES = [
  'ids-unique limit-1-to-100 name-255 media-type-missing-accepted',
  'names-unique limit-natural body-100-kb integer-1-0-rejected',
  'ids-at-edges-taken unavailable control-characters-rejected unknown-parameters-rejected',
  'rate-limit unknown-properties-rejected limit-repeated-accepted byte-order-mark-ignored',
];

const combinations = [
  ...IN_EVERY_RESPONSE.map((names) => ({ names, effort: 'quick' as const })),
  ...IN_SOME_RESPONSES.map((names) => ({ names, effort: 'normal' as const })),
];

describe.concurrent('a service that keeps the contract in ways of its own is not blamed', () => {
  test.each(combinations)('$names', async ({ names, effort }) => {
    expect(await verdict(combined(names.split(' ')), { ...optionsFor(names), effort })).toBe('passed');
  });

  test('each way is one of those', () => {
    const names = combinations.flatMap((each) => each.names.split(' '));
    expect(names.toSorted()).toEqual(conforming.map(({ name }) => name).toSorted());
  });

  test.runIf(WHOLE).each(conforming)('$name alone: $difference', async ({ name, start }) => {
    expect(await verdict(start, optionsFor(name))).toBe('passed');
  });
});

describe.concurrent('a service of a real stack that keeps the contract is not blamed', () => {
  test.each(selection(faults, 9))('$stack, without the mistake of $name', async (fault) => {
    expect(await verdict(() => fault.start({ repaired: true }))).toBe('passed');
  });
});
