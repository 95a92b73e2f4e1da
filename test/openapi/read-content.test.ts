import { expect, test } from 'vitest';
import { load } from './documents.ts';
import { problems } from './lint/problems.ts';

const SCHEMA = '{ required: [code], properties: { code: { type: integer } } }';

function responding(content: string): string {
  return `openapi: 3.0.3
info: { title: A, version: '1' }
paths:
  /a:
    get:
      responses:
        '200': { description: ok, content: { ${content} } }
`;
}

function examples(content: string): unknown[] {
  const [operation] = load({ 'spec.yaml': responding(content) }).operations;
  return operation?.responses[0]?.content[0]?.examples.map(({ value }) => value) ?? [];
}

test('the example of a JSON object may be its text', async () => {
  const content = `application/json: { schema: ${SCHEMA}, example: '{ "code": 400 }' }`;
  expect(examples(content)).toEqual([{ code: 400 }]);
  expect(await problems(responding(content))).toEqual([]);
});

test.each([
  ['a schema of text', `application/json: { schema: { type: string }, example: '{ "code": 400 }' }`],
  ['another media type', `text/plain: { schema: ${SCHEMA}, example: '{ "code": 400 }' }`],
])('text is the example of %s', (_, content) => {
  expect(examples(content)).toEqual(['{ "code": 400 }']);
});

test('text that is no JSON stays as it is', () => {
  expect(examples(`application/json: { schema: ${SCHEMA}, example: '{ code }' }`)).toEqual(['{ code }']);
});
