import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../harness/core/model.ts';
import { toReceivedRequest } from '../../../harness/core/received-request.ts';
import { compileRequestValidator } from '../../../harness/openapi/request/validate-request.ts';
import { load } from '../documents.ts';

const contract = load({
  'spec.yaml': `openapi: 3.0.3
info: { title: A, version: '1' }
paths:
  /pets/{id}:
    get:
      operationId: read
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: q, in: query, allowEmptyValue: true, schema: { type: integer } }
        - { name: ids, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: x-page, in: header, required: true, schema: { type: integer } }
      responses: { '200': { description: ok } }
    put:
      operationId: replace
      security: [{ key: [] }]
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { age: { type: integer } } }
          multipart/form-data:
            schema: { type: object, properties: { age: { type: integer } } }
          text/plain:
            schema: { type: string, maxLength: 3 }
      responses: { '200': { description: ok } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: x-key } }
`,
});

function validate(name: string, query: string, headers: Readonly<Record<string, string>>, body = '') {
  const operation = contract.operation(name) as Operation;
  const request = toReceivedRequest({
    method: operation.method,
    path: `/pets/1${query}`,
    headers: Object.entries(headers),
    body: Buffer.from(body),
  });
  return compileRequestValidator(contract, operation)(request, { id: '1' });
}

async function violations(...sent: Parameters<typeof validate>) {
  const found = await validate(...sent);
  return found.violations.map(({ status, clause, message }) => [status, clause?.id, message]);
}

const page = { 'x-page': '2' };

describe('the parameters of a request', () => {
  test('are parsed by their style, so that a valid request violates no clause', async () => {
    const { parsed, violations: found } = await validate('read', '?q=&ids=1%7C2', page);
    expect(found).toEqual([]);
    expect([...parsed.parameters].map(([{ name }, value]) => [name, value])).toEqual([
      ['id', 1],
      ['q', ''],
      ['ids', [1, 2]],
      ['x-page', 2],
    ]);
  });

  test.each([
    ['a missing one', '', {}, [422, 'read header x-page required', 'header x-page is required']],
    [
      'an item of a list',
      '?ids=1%7Cx',
      page,
      [422, 'read query ids /* type', 'query parameter ids[1] must be an integer, got "x"'],
    ],
    ['bad percent-encoding', '?q=%zz', page, [400, 'read query q type', 'query parameter q has bad percent-encoding']],
  ] as const)('%s is a violation with its clause, status and message', async (_, query, headers, expected) => {
    expect(await violations('read', query, headers)).toEqual([expected]);
  });
});

describe('the body of a request', () => {
  const key = { 'x-key': 'k' };
  const json = { ...key, 'content-type': 'application/json' };

  test('is parsed, and marked as invalid if it violates its schema', async () => {
    const valid = await validate('replace', '', json, '{"name":"a"}');
    expect([valid.parsed.body, valid.parsed.isBodyValid]).toEqual([{ name: 'a' }, true]);
    const invalid = await validate('replace', '', json, '{"age":1}');
    expect([invalid.parsed.body, invalid.parsed.isBodyValid]).toEqual([{ age: 1 }, false]);
  });

  test.each([
    ['a missing body', key, '', [422, 'replace request body required']],
    ['a missing property', json, '{}', [422, 'replace request body application/json /name required']],
    ['a syntax error', json, '{', [400, 'replace request body application/json syntax']],
    ['an undeclared media type', { ...key, 'content-type': 'a/b' }, 'x', [415, 'replace request body media type']],
    [
      'a field of a form',
      { ...key, 'content-type': 'application/x-www-form-urlencoded' },
      'age=x',
      [422, 'replace request body application/x-www-form-urlencoded /age type'],
    ],
    [
      'a field of a multipart form',
      { ...key, 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name="age"\r\n\r\nx\r\n--b--\r\n',
      [422, 'replace request body multipart/form-data /age type'],
    ],
    [
      'a multipart form without its boundary',
      { ...key, 'content-type': 'multipart/form-data; boundary=b' },
      'age=x',
      [400, 'replace request body multipart/form-data syntax'],
    ],
    ['a text', { ...key, 'content-type': 'text/plain' }, 'abcd', [422, 'replace request body text/plain maxLength']],
    ['missing credentials', { 'content-type': 'application/json' }, '{"name":"a"}', [401, 'replace security required']],
  ] as const)('%s is a violation with its clause and status', async (_, headers, body, expected) => {
    expect((await violations('replace', '', headers, body)).map((found) => found.slice(0, 2))).toEqual([expected]);
  });

  test('violates no clause of an operation that declares none', async () => {
    expect(await violations('read', '', page, 'x')).toEqual([[415, undefined, 'GET /pets/{id} takes no request body']]);
  });
});
