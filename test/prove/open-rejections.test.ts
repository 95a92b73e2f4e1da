import { expect, test } from 'vitest';
import { allMutantsReport, document, problems } from './helpers.ts';

test('no mutant rejects a text in a path whose form the document leaves open, with a status for it', async () => {
  const report = await allMutantsReport(document('names'));
  expect(problems(report)).toEqual([]);
  const rejecting = report.mutants.filter(({ mutant: { clause } }) => clause.part.kind === 'parameter');
  expect(rejecting.map(({ mutant }) => mutant.description)).toEqual(['rejects any value']);
});

test('no mutant rejects the made-up values of a sign-in, which no account has', async () => {
  const report = await allMutantsReport(document('sign-in'));
  expect(problems(report)).toEqual([]);
  expect(new Set(report.mutants.map(({ mutant }) => mutant.mutator))).not.toContain('reject-valid');
  expect(report.withoutMutants.map(({ reason }) => reason)).toContain('nobody can sign in with made-up values');
});
