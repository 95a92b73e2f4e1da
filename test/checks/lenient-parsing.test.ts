import { describe, expect, test } from 'vitest';
import { createChecks } from '../../harness/checks/index.ts';
import type { Case } from '../../harness/core/model.ts';
import { boundaryCases } from '../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { createResponse } from './exchanges.ts';

const contract = loadContract('spec/openapi.yaml');
const [operation] = contract.operations;
const cases = new Map<string, Case>();
if (operation)
  for (const each of boundaryCases(contract, new UniqueValues(1), operation) ?? []) cases.set(each.id, each);

function findings(id: string) {
  const testCase = cases.get(id);
  if (!testCase) throw new Error(`no case ${id}`);
  const response = createResponse({ status: 201, body: { id: 1, name: 'a' } });
  return createChecks(contract)
    .flatMap((check) => check.evaluate({ case: testCase, response }))
    .map(({ check, severity }) => [check, severity]);
}

describe('an invalid body that is accepted', () => {
  test.each([
    ['bytes that are not UTF-8', 'with bytes that are not UTF-8'],
    ['NaN', 'with a property that is NaN'],
    ['a comment', 'with a comment'],
    ['a trailing comma', 'with a trailing comma'],
    ['a number with an underscore', 'with a number with an underscore'],
    ['a number with a plus sign', 'with a number with a plus sign'],
    ['text after the value', 'with something after it'],
  ])('is a warning of lenient-parsing for %s (RFC 8259 section 9)', (_, id) => {
    expect(findings(`${operation?.id}: body ${id}`)).toEqual([['lenient-parsing', 'warning']]);
  });

  test.each([
    ['HTML', 'that is HTML'],
    ['a form', 'that is a form'],
    ['a word', 'of one word'],
    ['a body that is truncated', 'truncated'],
    ['an unfinished string', 'with an unfinished string'],
    ['a number that is truncated', 'with a number that ends in its exponent'],
  ])('is a violation for %s', (_, id) => {
    expect(findings(`${operation?.id}: body ${id}`)).toEqual([['expected-outcome', 'error']]);
  });
});
