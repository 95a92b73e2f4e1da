import { describe, expect, test } from 'vitest';
import { isNumber } from '../../../harness/core/json/decimal.ts';
import { parseJson } from '../../../harness/core/json/index.ts';
import type { JsonObject } from '../../../harness/core/model.ts';
import { readKnownValues } from '../../../harness/generate/requests/read-known-values.ts';
import { load } from '../../openapi/documents.ts';
import {
  books,
  type Call,
  errorsOf,
  operationOf,
  type Reply,
  serveCalls,
  verifyBooks,
  verifyDocument,
} from '../establish/books.ts';

const LOGIN = `openapi: 3.1.0
info: { title: Accounts, version: '1' }
paths:
  /login:
    post:
      operationId: login
      parameters: [{ name: X-Tenant, in: header, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [username, password]
              additionalProperties: false
              properties:
                username: { type: string, minLength: 3, maxLength: 40 }
                password: { type: string, minLength: 8, maxLength: 80 }
                tenant: { type: integer }
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object } } } }
        '401': &error { description: wrong, content: { application/json: { schema: { type: object } } } }
        '422': *error
        default: *error
`;

const isText = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && [...value].length >= least && [...value].length <= most;

/** Signs in one account, of one tenant. */
function accounts({ body, headers }: Call): Reply {
  const { username, password, tenant, ...others } = body ?? {};
  const isTenant = tenant === undefined || (isNumber(tenant) && /^-?\d+(\.0+)?([eE]\+?\d+)?$/.test(String(tenant)));
  const isValid = isText(username, 3, 40) && isText(password, 8, 80) && isTenant;
  if (!body || !isValid || Object.keys(others).length > 0) return { status: 422, body: { error: 'invalid' } };
  const isKnown = username === 'demo' && password === 'correct horse' && headers['x-tenant'] === '7';
  return isKnown ? { status: 200, body: { token: 'x' } } : { status: 401, body: { error: 'wrong' } };
}

const CREDENTIALS = { username: 'demo', password: 'correct horse', 'X-Tenant': '7' };

describe('values', () => {
  test('verify an operation that accepts only what it knows', async () => {
    const calls: Call[] = [];
    const values = { login: CREDENTIALS };
    const target = await serveCalls(accounts, calls);
    const report = await verifyDocument(LOGIN, target, { values, runs: 10 });
    expect(errorsOf(report)).toEqual([]);
    expect([report.verdict, operationOf(report, 'login').verified]).toEqual(['passed', true]);
    expect(calls[0]?.body).toEqual({ username: 'demo', password: 'correct horse' });
    const without = await verifyDocument(LOGIN, target, { runs: 10 });
    expect(operationOf(without, 'login').verified).toBe(false);
  });

  test('find a missing check of what they do not touch', async () => {
    const careless = (call: Call): Reply => {
      const { tenant: _, ...body } = call.body ?? {};
      return accounts({ ...call, body: call.body && body });
    };
    const report = await verifyDocument(LOGIN, await serveCalls(careless), { values: { login: CREDENTIALS } });
    expect(errorsOf(report).join('\n')).toMatch(/login expected-outcome: invalid request accepted: login: .*tenant/);
  });

  test('name a record that exists', async () => {
    const report = await verifyBooks(await serveCalls(books()), { values: { bookId: 1 }, include: ['getBook'] });
    expect([errorsOf(report), operationOf(report, 'getBook').verified]).toEqual([[], true]);
  });
});

test('a value for a property that has to be unique is a contradiction', async () => {
  const run = verifyBooks('http://127.0.0.1:1', { values: { title: 'Dune' }, unique: ['title'] });
  await expect(run).rejects.toThrow(/values\.title: title has one value everywhere, so that it cannot be unique/);
});

const contract = load({
  'spec.yaml': `openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getBook, responses: { '200': { description: ok } } }
    put:
      operationId: putBook
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                data:
                  type: object
                  properties:
                    isbn: { type: string, maxLength: 13 }
                    copies: { type: array, items: { type: object, properties: { shelf: { type: integer } } } }
      responses: { '200': { description: ok } }
`,
});

function read(json: string) {
  return readKnownValues(contract, parseJson(json) as JsonObject);
}

describe('values are read', () => {
  test('everywhere, by the name of a parameter, of a property or within an envelope, with exact numbers', () => {
    const known = read('{ "bookId": 9223372036854775807, "isbn": "978", "/data/copies/*/shelf": 4 }');
    expect(known.get('getBook')).toEqual([
      { in: 'path', at: 'bookId', value: parseJson('9223372036854775807'), isAdded: false },
    ]);
    expect(known.get('putBook')?.map(({ in: place, at }) => `${place} ${at}`)).toEqual([
      'path bookId',
      'body /data/isbn',
      'body /data/copies/*/shelf',
    ]);
  });

  test('at one operation, before those of everywhere', () => {
    const known = read('{ "getBook": { "bookId": 2 }, "bookId": 1 }');
    expect(known.get('getBook')).toEqual([{ in: 'path', at: 'bookId', value: 2, isAdded: true }]);
    expect(known.get('putBook')).toEqual([{ in: 'path', at: 'bookId', value: 1, isAdded: false }]);
  });

  test('as the JSON that a string is, as from a flag or a variable, if only that is valid', () => {
    const known = read('{ "bookId": "815", "isbn": "978" }');
    expect(known.get('putBook')?.map(({ value }) => value)).toEqual([815, '978']);
  });

  test.each([
    ['{ "bokId": 1 }', 'values: no request has a part bokId. Did you mean bookId?'],
    ['{ "getBok": { "bookId": 1 } }', 'values: no request has a part getBok. Did you mean getBook?'],
    ['{ "getBook": { "isbn": "1" } }', 'values.getBook: its requests have no part isbn. Known: bookId'],
    ['{ "bookId": "x" }', 'values.bookId: path parameter bookId of getBook must be an integer ('],
    ['{ "putBook": { "isbn": 5 } }', 'values.isbn: property isbn of putBook must be a string ('],
    ['{ "/data/shelf": 5 }', 'values: no request has a part /data/shelf. '],
  ])('%s is rejected', (json, message) => {
    expect(() => read(json)).toThrow(message);
  });
});
