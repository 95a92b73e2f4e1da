import { beforeAll, describe, expect, test } from 'vitest';
import type { MutationReport } from '../../harness/prove/report.ts';
import { allMutantsReport, document, problems, someOfEachClause } from './helpers.ts';

let report: MutationReport;
beforeAll(async () => {
  report = await allMutantsReport({
    ...document('texts'),
    tries: someOfEachClause(),
    rounds: (index) => index === 0,
  });
});

const mutated = () => new Set(report.mutants.map(({ mutant }) => mutant.clause.id));

test('what is wrong in a text or in XML beside JSON is found, in requests and in responses', () => {
  expect(problems(report)).toEqual([]);
});

describe('every clause of a media type beside JSON that a body can violate has a mutant', () => {
  test.each([
    ['text/plain', ['minLength', 'maxLength', 'pattern']],
    ['application/xml', ['syntax', '/text required', '/text minLength', '/stars maximum']],
  ])('%s', (type, keywords) => {
    for (const part of ['request body', 'response 201 body'])
      for (const keyword of keywords) expect(mutated()).toContain(`addNote ${part} ${type} ${keyword}`);
    expect(mutated()).toContain(`addNote request body ${type} syntax`);
  });
});

test('a clause without a mutant is listed with what is so of its media type', () => {
  const reasons = new Map(report.withoutMutants.map(({ clause, reason }) => [clause.id, reason]));
  expect(reasons.get('addNote request body text/html maxLength')).toBe(
    'not checked: the document does not say what a valid text/html is',
  );
  expect(reasons.get('addNote request body text/plain type')).toBe('in text/plain, no value is of another type');
  expect(reasons.get('addNote response 201 body application/xml type')).toBe(
    'in application/xml, no value is of another type',
  );
});
