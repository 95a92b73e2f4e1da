import { expect, test } from 'vitest';
import { document } from '../documents.ts';
import { problems } from './problems.ts';

function operation(fields: string, version = '3.0.3'): string {
  return `openapi: ${version}
info: { title: A, version: '1' }
paths:
  /a:
    get:
      ${fields}
      responses: { '200': { description: ok } }
`;
}

test.each<[string, string, string]>([
  [
    'example and examples',
    operation('parameters: [{ in: query, name: q, schema: {}, example: a, examples: { b: { value: b } } }]'),
    '`example` and `examples` exclude each other.',
  ],
  [
    'content and schema',
    operation('parameters: [{ in: query, name: q, schema: {}, content: { application/json: {} } }]'),
    '`content` and `schema` exclude each other.',
  ],
  [
    'allowReserved of a header',
    operation('parameters: [{ in: header, name: q, schema: {}, allowReserved: true }]'),
    '`allowReserved` has no effect here.',
  ],
  [
    'an enum of a server variable without values',
    operation('servers: [{ url: "/{v}", variables: { v: { default: a, enum: [] } } }]'),
    '`enum` must not be empty.',
  ],
  [
    'value and externalValue',
    operation('parameters: [{ in: query, name: q, schema: {}, examples: { b: { value: b, externalValue: /b } } }]'),
    '`value` and `externalValue` exclude each other.',
  ],
  [
    'query beside querystring',
    operation(
      'parameters: [{ in: query, name: q, schema: {} }, { in: querystring, name: r, content: { application/x-www-form-urlencoded: { schema: { properties: { a: { type: string } }, type: object } } } }]',
      '3.2.0',
    ),
    '`query` and `querystring` parameters exclude each other.',
  ],
])('%s are a warning at their line', async (_, spec, message) => {
  expect(await problems(spec)).toContain(`6 warning fields-go-together: ${message}`);
});

test('allowReserved of a path parameter is read from 3.2 on', async () => {
  const spec = (version: string) =>
    operation('parameters: [{ in: path, name: p, required: true, schema: {}, allowReserved: true }]', version).replace(
      '/a:',
      '/{p}:',
    );
  expect(await problems(spec('3.2.0'))).toEqual([]);
  expect(await problems(spec('3.1.0'))).toHaveLength(1);
});

test('what OpenAPI 3.2 adds is no problem', async () => {
  const spec = document(
    `tags: [{ name: a, summary: A, kind: nav }]
components:
  mediaTypes: { text: { schema: { type: string } } }
  parameters: { c: { in: cookie, name: c, style: cookie, schema: { type: string } } }
  responses: { short: { summary: without a description } }
  securitySchemes:
    device:
      type: oauth2
      oauth2MetadataUrl: https://example.com/.well-known/oauth-authorization-server
      flows: { deviceAuthorization: { deviceAuthorizationUrl: https://example.com/d, tokenUrl: https://example.com/t, scopes: { read: all } } }
`,
    '3.2.0',
  );
  expect(await problems(spec)).toEqual([
    '11 warning not-read: style cookie of c is read as form, which percent-encodes.',
  ]);
});
