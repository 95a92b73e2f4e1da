import { expect, test } from 'vitest';
import { isNumber } from '../../../harness/core/json/decimal.ts';
import { stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonObject } from '../../../harness/core/model.ts';
import { type Call, errorsOf, type Reply, serveCalls, verifyDocument } from './books.ts';

const content = (schema: string) =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const item = (schema: string) => `
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: get${schema}
      responses: { '200': { description: ok, ${content(schema)} } }`;
const collection = (schema: string) => `
    post:
      operationId: create${schema}
      requestBody: { ${content(schema)} }
      responses: { '201': { description: created, ${content(schema)} } }`;

/** Bodies that are not said to be required, and paths that have texts where records show numbers, as of a schema generator. */
const DOCUMENT = `openapi: 3.0.2
info: { title: Books, version: '1' }
paths:
  /authors/:${collection('Author')}
  /authors/{id}/:${item('Author')}
  /books/:${collection('Book')}
  /books/{id}/:${item('Book')}
    patch:
      operationId: updateBook
      requestBody: { ${content('Book')} }
      responses: { '200': { description: ok, ${content('Book')} } }
components:
  schemas:
    Author:
      type: object
      required: [name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 40 } }
    Book:
      type: object
      required: [author]
      properties:
        id: { type: integer, readOnly: true }
        author: { type: integer }
        shelf: { type: integer, minimum: 1 }
`;

/** A service of authors and books. Shelves are no resource of the document; it has none. */
function library(): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>();
  const isId = (value: unknown) => isNumber(value as never) && /^-?\d+$/.test(stringifyJson(value as never));
  const problem = (kind: string, body: JsonObject | undefined): JsonObject | undefined => {
    if (!body) return { detail: 'no object' };
    if (kind === 'authors') {
      const isName = typeof body['name'] === 'string' && [...body['name']].length > 0 && [...body['name']].length <= 40;
      return isName ? undefined : { name: ['required'] };
    }
    if (!isId(body['author'])) return { author: ['required'] };
    const author = stringifyJson(body['author'] ?? null);
    if (!stored.has(`authors ${author}`)) return { author: [`Invalid pk "${author}" - object does not exist.`] };
    const shelf = stringifyJson(body['shelf'] ?? null);
    if (body['shelf'] === undefined) return undefined;
    return /^[1-9]\d*$/.test(shelf)
      ? { shelf: [`Invalid pk "${shelf}" - object does not exist.`] }
      : { shelf: ['wrong'] };
  };
  return ({ method, path, body }) => {
    const [, kind = '', id] = /^\/(authors|books)\/(?:([^/]+)\/)?$/.exec(path) ?? [];
    const known = stored.get(`${kind} ${id}`);
    if (method === 'GET' || id !== undefined) {
      if (!known) return { status: 404, body: {} };
      const why = method === 'GET' ? undefined : problem(kind, body);
      return why ? { status: 400, body: why } : { status: 200, body: known };
    }
    const why = problem(kind, body);
    if (why) return { status: 400, body: why };
    const record = { ...body, id: stored.size + 1 };
    stored.set(`${kind} ${stored.size + 1}`, record);
    return { status: 201, body: record };
  };
}

test('a body that is said to be optional names live records, and is one cause where it has to be there', async () => {
  const report = await verifyDocument(DOCUMENT, await serveCalls(library()), { runs: 5 });
  expect(report.operations.filter(({ verified }) => !verified).map(({ id, reason }) => `${id} ${reason}`)).toEqual([]);
  expect(errorsOf(report)).toEqual([
    'createAuthor expected-outcome: valid request rejected: createAuthor: no body',
    'createBook expected-outcome: valid request rejected: createBook: no body',
    'updateBook expected-outcome: valid request rejected: updateBook: no body',
  ]);
  expect(report.causes.filter(({ severity }) => severity === 'error')).toHaveLength(1);
});

test('an operation that accepts no request shows what is wrong with a body, not that there was none', async () => {
  const own = library();
  const target = await serveCalls((call) =>
    call.path === '/books/' && call.body ? { status: 400, body: { author: ['closed'] } } : own(call),
  );
  const report = await verifyDocument(DOCUMENT, target, { include: ['createAuthor', 'createBook'] });
  expect(errorsOf(report)).toContain(
    'createBook expected-outcome: valid request rejected: createBook: valid request with a body',
  );
});
