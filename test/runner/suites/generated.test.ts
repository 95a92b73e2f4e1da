import { afterEach, describe, expect, test, vi } from 'vitest';
import { generated } from '../../../harness/runner/suites/generated/suite.ts';
import { all, context, slow } from '../helpers.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the generated suite', () => {
  test.each([0, 3, 1000])(
    'reports how many cases there will be, and sends the same ones, with responses of %i ms',
    async (ms) => {
      const unwatched = await all(generated.run(context(slow(0), { randomCases: 2 })));
      const reported: number[] = [];
      const watched = await all(
        generated.run(context(slow(ms), { randomCases: 2, onCaseCount: (cases) => reported.push(cases) })),
      );
      const ids = (results: typeof watched) => results.map((result) => result.case).sort();
      expect(ids(watched)).toEqual(ids(unwatched));
      expect(reported.at(-1)).toBe(watched.length);
      expect(Math.abs((reported[0] ?? 0) - watched.length)).toBeLessThan(0.2 * watched.length);
    },
  );

  test('reports it early where responses are slow', async () => {
    const askedBefore: number[] = [];
    const service = slow(1000);
    await all(generated.run(context(service, { onCaseCount: () => askedBefore.push(service.received.length) })));
    expect(askedBefore[0]).toBeLessThan(20);
  });
});
