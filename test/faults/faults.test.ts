import { describe, expect, test } from 'vitest';
import { faults, oneFault } from '../../fixtures/faults/index.ts';
import { selection, WHOLE } from '../fleet.ts';
import { accusation } from './verdict.ts';

/** A run against these waits for responses that never come, or reads what never ends. */
const isSlow = ({ name }: { readonly name: string }) =>
  /hang|minute|stall|gigabyte|redirect|forgotten/.test(name) && !WHOLE;

const found = /^(failed|unverified): (contract violated|not verified)/;

describe.concurrent('a service with one fault is found out', () => {
  test.each(
    selection(
      oneFault.filter((each) => !isSlow(each)),
      16,
    ),
  )('$name: $wrong', async ({ start }) => {
    expect(await accusation(start)).toMatch(found);
  });
});

/** One after the other, so that no response is late but those that never come. */
describe('a service that does not respond to some requests is found out', () => {
  test.each(oneFault.filter(({ name }) => ['hangs-malformed', 'wire-hang-on-turtles-only'].includes(name)))(
    '$name: $wrong',
    async ({ start }) => {
      expect(await accusation(start, { timeout: 500 })).toMatch(/^failed: .*[\s\S]*response timeout/);
    },
  );
});

describe.concurrent('a service that makes a mistake of a real stack is found out', () => {
  test.each(
    selection(
      faults.filter((each) => !isSlow(each)),
      9,
    ),
  )('$name: $wrong', async (fault) => {
    expect(await accusation(() => fault.start())).toMatch(found);
  });
});
