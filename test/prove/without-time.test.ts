import { expect, test } from 'vitest';
import { isPassing, survivors } from '../../harness/prove/report.ts';
import { mutationReportJson } from '../../harness/prove/report-json.ts';
import { formatMutationReport } from '../../harness/prove/report-text.ts';
import { allMutantsReport, document } from './helpers.ts';

test('mutants that a request might have killed for which there was no time did not survive, and the run is not green', async () => {
  const families = {
    endless: (): never => {
      for (;;);
    },
  };
  const config = { ...document('tiny'), suites: ['generated'] as const, families };
  const report = await allMutantsReport({ ...config, rounds: () => false });
  expect(report.mutants.length).toBeGreaterThan(0);
  expect(report.mutants.length).toBeLessThan(report.planned?.mutants ?? 0);
  expect(survivors(report)).toEqual([]);
  expect(report.stopped).toBeUndefined();
  expect(isPassing(report)).toBe(false);
  expect(formatMutationReport(report, false)).toMatch(
    /not run, for want of time to make their requests: mutants of \w+/,
  );
  expect(JSON.parse(mutationReportJson(report))).toMatchObject({ complete: false, survivors: [] });
});
