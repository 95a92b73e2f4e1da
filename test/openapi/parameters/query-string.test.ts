import { expect, test } from 'vitest';
import { unreadParts } from '../../../harness/openapi/unread.ts';
import { load } from '../documents.ts';

function searching(parameter: string) {
  return load({
    'spec.yaml': `openapi: 3.2.0
info: { title: A, version: '1' }
paths:
  /search:
    get:
      parameters: [${parameter}]
      responses: { '200': { description: ok } }
`,
  });
}

const FORM =
  'application/x-www-form-urlencoded: { schema: { type: object, required: [q], properties: { q: { type: string }, page: { type: integer } } } }';

test('a query string that is a form is read as its fields', () => {
  const contract = searching(`{ in: querystring, name: all, required: true, content: { ${FORM} } }`);
  expect(contract.operations[0]?.parameters).toMatchObject([
    { in: 'query', name: 'all', required: true, style: 'form', explode: true },
  ]);
  expect(unreadParts(contract.document)).toEqual([]);
});

test.each([
  ['JSON', '{ application/json: { schema: { type: object } } }'],
  ['a form whose fields are open', '{ application/x-www-form-urlencoded: { schema: { type: object } } }'],
  ['a form without a schema', '{ application/x-www-form-urlencoded: {} }'],
])('a query string that is %s is named as not sent', (_, content) => {
  const contract = searching(`{ in: querystring, name: all, content: ${content} }`);
  expect(contract.operations[0]?.parameters).toEqual([]);
  expect(unreadParts(contract.document).map(({ description }) => description)).toEqual([
    'querystring parameter all is not sent: only a form with named fields is',
  ]);
});
