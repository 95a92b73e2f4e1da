import { describe, expect, test } from 'vitest';
import { createChecks } from '../../harness/checks/index.ts';
import type { Case } from '../../harness/core/model.ts';
import { boundaryCases } from '../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { creating } from '../generate/documents.ts';
import { createResponse } from './exchanges.ts';

const own = loadContract('spec/openapi.yaml');
const [operation] = own.operations;

function casesOf(contract: Contract): ReadonlyMap<string, Case> {
  const cases = contract.operations.flatMap((each) => [...(boundaryCases(contract, new UniqueValues(1), each) ?? [])]);
  return new Map(cases.map((each) => [each.id, each]));
}

const ownCases = casesOf(own);

function findings(id: string, contract = own, cases = ownCases) {
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

describe('a document that says two things', () => {
  const contract = creating(
    `type: object
required: [name, color, size, count]
properties:
  name: { type: string }
  color: { type: string, default: red }
  size: { $ref: '#/components/schemas/Size' }
  count: { type: integer, format: int64 }`,
    '[{ name: owner, in: query, schema: { type: integer, format: int64 } }, { name: page, in: query, schema: { type: integer, format: int32 } }]',
    '/things',
    'schemas: { Size: { allOf: [{ type: string, default: M }] } }',
  );
  const cases = casesOf(contract);

  test.each([['body /color is absent'], ['body /size is absent'], ['query owner is just over int64']])(
    'is no reason to fail a service: %s',
    (id) => {
      expect(findings(`create: ${id}`, contract, cases)).toEqual([['lenient-parsing', 'warning']]);
    },
  );

  test.each([
    ['body /name is absent'],
    ['body /color is null'],
    ['body /count is just over int64'],
    ['query page is just over int32'],
  ])('is clear about %s', (id) => {
    expect(findings(`create: ${id}`, contract, cases)).toEqual([['expected-outcome', 'error']]);
  });
});
