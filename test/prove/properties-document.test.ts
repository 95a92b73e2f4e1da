import { expect, test } from 'vitest';
import { formatPart } from '../../harness/core/clause-part.ts';
import { isPassing } from '../../harness/prove/report.ts';
import { document, mutationReport, problems } from './helpers.ts';

test('every sampled mutant of a document with credentials, readOnly and writeOnly properties is killed', async () => {
  const report = await mutationReport(document('properties'));
  expect(problems(report)).toEqual([]);
  expect(isPassing(report)).toBe(true);
  // No request to this operation can be invalid, so that its errors are never returned.
  expect(
    new Set(report.withoutMutants.map(({ clause }) => `${clause.operation} ${formatPart(clause.part).slice(0, 16)}`)),
  ).toEqual(new Set(['health response default']));
});
