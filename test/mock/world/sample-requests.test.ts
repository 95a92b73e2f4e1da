import { afterEach, expect, test } from 'vitest';
import type { Mock, MockOptions } from '../../../harness/mock/mock.ts';
import { contractOf } from '../../generate/documents.ts';
import { closeMocks, each, LIBRARY, openMock, SHOP, TASKS } from './client.ts';

afterEach(closeMocks);

const HARBOR = `
/boats:
  get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Boat' } } } } } } }
  post:
    requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } } }
    responses: { 201: { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } } } }
/boats/{boatId}:
  parameters: [{ name: boatId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
  get: { responses: { 200: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } } }, 404: { description: none } } }
  delete: { responses: { 204: { description: gone }, 404: { description: none } } }
/boats/{boatId}/trips/{tripId}:
  parameters:
    - { name: boatId, in: path, required: true, schema: { type: integer, minimum: 1 } }
    - { name: tripId, in: path, required: true, schema: { type: string, format: uuid } }
  get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string, format: uuid } } } } } }, 404: { description: none } } }
/repairs:
  get:
    parameters: [{ name: boatId, in: query, required: true, schema: { type: integer } }]
    responses: { 200: { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Repair' } } } } } }
  post:
    requestBody:
      required: true
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Repair' }
          example: { id: 4, boatId: 700, note: New sail }
    responses: { 201: { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Repair' } } } }, 422: { description: no } }
`;
const SCHEMAS = `
  Boat: { type: object, required: [id, name], properties: { id: { type: integer, minimum: 1, readOnly: true }, name: { type: string, minLength: 1 } } }
  Repair: { type: object, required: [boatId, note], properties: { id: { type: integer, readOnly: true }, boatId: { type: integer }, note: { type: string } } }
`;

const SIGN_UP = `
/users:
  post:
    operationId: createUser
    requestBody:
      required: true
      content:
        application/json:
          schema:
            type: object
            required: [first_name, email, password]
            properties:
              first_name: { type: string }
              email: { type: string, format: email }
              password: { type: string, writeOnly: true, minLength: 8 }
              phone: { type: string }
    responses: { 204: { description: ok } }
/users/{id}:
  patch:
    operationId: changeUser
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    requestBody:
      required: true
      content:
        application/json:
          schema: { type: object, properties: { first_name: { type: string }, phone: { type: string } } }
    responses: { 204: { description: ok } }
`;

/** The statuses of all operations, tried one after the other as the start of the mock lists them. */
async function tryAll({ documents: [document] }: Mock): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const { id, method } of document?.contract.operations ?? []) {
    const request = await document?.sampleRequest(id);
    if (!document || !request) throw new Error(`no request for ${id}`);
    const { path, headers, body = null } = request;
    const sent = body === null ? null : Buffer.from(body);
    const named = headers.map(([name, value]): [string, string] => [name, value]);
    const response = await fetch(document.url + path, { method, headers: named, body: sent });
    await response.arrayBuffer();
    statuses[id] = response.status;
  }
  return statuses;
}

/** What was paid cannot be canceled: 409 names the conflict of two operations on one record. */
const rejected = (statuses: Record<string, number>) =>
  Object.entries(statuses).filter(([, status]) => status >= 400 && status !== 409);

const documents: [string, MockOptions][] = [
  ['library', { spec: LIBRARY }],
  ['shop', { spec: SHOP }],
  ['tasks', { spec: TASKS }],
  ['identifiers that nobody could guess, and references', { contract: contractOf(HARBOR, `schemas:${SCHEMAS}`) }],
];

test.each(documents)('each operation has a request that a strict mock accepts: %s', async (_, options) => {
  const mock = await openMock({ ...options, strictState: true });
  expect(rejected(await tryAll(mock))).toEqual([]);
});

test('a request names a record that a list shows, also on a mock that would make up any other', async () => {
  const mock = await openMock({ contract: contractOf(HARBOR, `schemas:${SCHEMAS}`) });
  const { body } = await mock.send('GET', '/boats');
  const [document] = mock.documents;
  const read = document?.contract.operations.find(({ method, path }) => method === 'GET' && path === '/boats/{boatId}');
  const { path } = (await document?.sampleRequest(read?.id ?? '')) ?? {};
  expect(each(body, '/id').map((id) => `/boats/${id}`)).toContain(path);
});

test('a body without an example has what it must have, as data, and a change has something to change', async () => {
  const mock = await openMock({ contract: contractOf(SIGN_UP) });
  const [document] = mock.documents;
  const bodyOf = async (id: string) => {
    const { body = null } = (await document?.sampleRequest(id)) ?? {};
    return JSON.parse(Buffer.from(body ?? '').toString()) as Record<string, unknown>;
  };
  const created = await bodyOf('createUser');
  expect(Object.keys(created)).toEqual(['first_name', 'email', 'password']);
  expect([created['first_name'], created['email']]).toEqual([
    expect.stringMatching(/^[A-Z][a-z'-]+/),
    expect.stringMatching(/^[^@]*[a-z]\.[a-z-]+@example\./),
  ]);
  expect(Object.keys(await bodyOf('changeUser'))).toEqual(['first_name']);
});

test('an example that the schema does not accept is no request to try', async () => {
  const dated = SIGN_UP.replace(
    'schema:\n            type: object\n            required: [first_name, email, password]',
    `examples:
            old: { value: { first_name: Ada } }
            new: { value: { first_name: Ada, email: ada@example.com, password: '12345678' } }
          schema:
            type: object
            required: [first_name, email, password]`,
  );
  const mock = await openMock({ contract: contractOf(dated) });
  const { body = null } = (await mock.documents[0]?.sampleRequest('createUser')) ?? {};
  expect(JSON.parse(Buffer.from(body ?? '').toString())).toMatchObject({ first_name: 'Ada', email: 'ada@example.com' });
  const none = await openMock({ contract: contractOf(dated.replace(/ {12}new: .*\n/, '')) });
  expect(rejected(await tryAll(none))).toEqual([]);
});

test('a body that may be left out is there to try, too', async () => {
  const mock = await openMock({ contract: contractOf(SIGN_UP.replaceAll('      required: true\n', '')) });
  const { body = null } = (await mock.documents[0]?.sampleRequest('createUser')) ?? {};
  expect(Object.keys(JSON.parse(Buffer.from(body ?? '').toString()) as object)).toEqual([
    'first_name',
    'email',
    'password',
  ]);
});
