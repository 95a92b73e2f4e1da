import { expect, test } from 'vitest';
import { holds } from '../../harness/prove/report.ts';
import { prove } from '../../harness/prove/run.ts';
import { proveSummary } from '../../harness/prove/summary.ts';
import { complaints, everything, proofOf } from './helpers.ts';

test('every break of the own document is noticed, and no lawful difference raises an alarm', async () => {
  const proof = await proofOf({ ...everything, overlays: [] });
  expect(complaints(proof)).toEqual([]);
  expect(holds(proof)).toBe(true);
  expect(proof.untested).toEqual([]);
  const count = proof.clauses.length;
  expect(proveSummary(proof)).toBe(
    `${count} of ${count} clauses proven: a service that broke any of them would have failed this run`,
  );
}, 180_000);

test('a proof that is stopped while it is prepared ends at once, and does not hold', async () => {
  for await (const event of prove(everything, AbortSignal.abort()))
    if (event.type === 'end') {
      expect(event.proof.planned.breaks).toBe(0);
      expect(holds(event.proof)).toBe(false);
    }
});
