import { expect, test } from 'vitest';
import { document, mutationReport, problems } from './helpers.ts';

test('a documented HTML page is no violation, and an API key in the query no undeclared parameter', async () => {
  expect(problems(await mutationReport(document('pages')))).toEqual([]);
});
