import { describe, expect, test } from 'vitest';
import { contractOf } from '../generate/documents.ts';
import { formatFindings } from './exchanges.ts';
import { find } from './sample-findings.ts';

describe('the documented status codes', () => {
  const documenting = (responses: string) => contractOf(`/a: { get: { operationId: a, responses: { ${responses} } } }`);
  const ok = "'200': { description: ok }";
  const status = (responses: string, code: number, query = '') =>
    formatFindings(
      find({ expectation: 'any', query }, { status: code, headers: [], body: Buffer.alloc(0) }, documenting(responses)),
    );

  test.each<[string, number, string[]]>([
    [ok, 200, []],
    [ok, 201, ['error status-code']],
    [ok, 404, []],
    [`${ok}, '400': { description: bad }`, 422, ['error status-code']],
    [`${ok}, '400': { description: bad }`, 405, ['warning status-code']],
    [`${ok}, '404': { description: none }`, 400, ['warning status-code']],
    [`${ok}, 4XX: { description: bad }`, 422, []],
    [`${ok}, default: { description: bad }`, 418, []],
    [`${ok}, default: { description: bad }`, 600, ['error status-code']],
    [`${ok}, '404': { description: none }`, 600, ['error status-code']],
    [ok, 600, ['error status-code']],
    [`${ok}, '400': { description: bad }`, 500, ['warning server-error']],
  ])('with %s, status %i has the findings %j', (responses, code, expected) => {
    expect(status(responses, code).map((line) => line.split(' |')[0])).toEqual(expected);
  });

  test.each<[string, number, string[]]>([
    ['/b%2Fc', 404, []],
    ['/b%5cc', 400, []],
    ['/..%2Fb', 301, []],
    ['/b%2Fc', 201, ['error status-code']],
    ['/b?c=%2F', 404, ['error status-code']],
    ['/b?c=%2F', 301, ['error status-code']],
  ])('an encoded slash in the path /a%s may lead elsewhere: status %i has the findings %j', (rest, code, expected) => {
    const found = status(`${ok}, '422': { description: bad }`, code, rest);
    expect(found.map((line) => line.split(' |')[0])).toEqual(expected);
  });

  test.each<[string, number, string[]]>([
    ["'422': { description: bad }", 404, ['warning status-code']],
    ["'422': { description: bad }", 410, ['warning status-code']],
    ["'422': { description: bad }", 409, ['error status-code']],
    ["'404': { description: none }, '422': { description: bad }", 410, ['error status-code']],
  ])('of a record, with %s, status %i has the findings %j', (errors, code, expected) => {
    const contract = contractOf(
      `/a/{id}: { parameters: [{ name: id, in: path, required: true, schema: {} }], get: { operationId: a, responses: { ${ok}, ${errors} } } }`,
    );
    const found = find({ expectation: 'any' }, { status: code, headers: [], body: Buffer.alloc(0) }, contract);
    expect(formatFindings(found).map((line) => line.split(' |')[0])).toEqual(expected);
  });

  test.each<[string, number, boolean]>([
    [ok, 200, true],
    ['2XX: { description: ok }', 299, true],
    ["'303': { description: see }", 303, true],
    ['default: { description: any }', 200, true],
    ['default: { description: any }', 302, false],
    [`${ok}, default: { description: bad }`, 201, false],
  ])('with %s, status %i accepts a valid request: %s', (responses, code, accepted) => {
    const found = find({}, { status: code, headers: [], body: Buffer.alloc(0) }, documenting(responses));
    expect(found.some(({ check }) => check === 'expected-outcome')).toBe(!accepted);
  });
});
