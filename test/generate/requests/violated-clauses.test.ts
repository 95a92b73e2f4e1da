import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../harness/core/model.ts';
import { emptyRequestSpec, type RequestSpec } from '../../../harness/generate/requests/build-request.ts';
import { isVariedText } from '../../../harness/generate/requests/varied-text.ts';
import { violatedClauses } from '../../../harness/generate/requests/violated-clauses.ts';
import { load } from '../../openapi/documents.ts';

const contract = load({
  'spec.yaml': `openapi: 3.0.3
info: { title: A, version: '1' }
paths:
  /search:
    get:
      operationId: search
      parameters:
        - { name: q, in: query, allowEmptyValue: true, schema: { type: integer } }
        - { name: ids, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: integer } } }
      responses: { '200': { description: ok } }
    post:
      operationId: submit
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: &sized { type: object, required: [size], properties: { size: { type: integer } } }
          multipart/form-data: { schema: *sized }
      responses: { '200': { description: ok } }
`,
});

const named = (name: string) => contract.operation(name) as Operation;
const violated = (operation: string, spec: Partial<RequestSpec>) =>
  violatedClauses(contract, named(operation), { ...emptyRequestSpec, ...spec }).map(({ id }) => id);

test.each([
  ['!!!!!!!!!!!!', '!! xx1j5aje', true],
  ['!', '! xx1j5aje', true],
  ['abc', 'abc xx1j5aje', false],
  ['!!', '! xx1j5aje?', false],
])('whether %s was varied to %s: %s', (text, varied, isVaried) => {
  expect(isVariedText(varied, text)).toBe(isVaried);
});

describe('the clauses that a request spec violates', () => {
  test.each([
    ['no clause: an empty value that allowEmptyValue permits', 'q=', []],
    ['the type of a value that is not empty', 'q=x', ['search query q type']],
    ['no clause: a pipe-delimited list of integers', 'ids=1%7C2', []],
    ['the item type of a pipe-delimited list', 'ids=1%7Cx', ['search query ids /* type']],
  ])('%s', (_, rawQuery, clauses) => {
    expect(violated('search', { rawQuery })).toEqual(clauses);
  });

  test('include those of the fields of a form', () => {
    const clause = (type: string) => [`submit request body ${type} /size type`];
    expect(violated('submit', { body: { size: 'x' } })).toEqual(clause('application/x-www-form-urlencoded'));
    const contentType = 'multipart/form-data';
    expect(violated('submit', { body: { size: 'x' }, contentType })).toEqual(clause(contentType));
    expect(violated('submit', { body: { size: 7 }, contentType })).toEqual([]);
  });
});
