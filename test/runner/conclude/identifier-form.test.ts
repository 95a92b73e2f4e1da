import { expect, test } from 'vitest';
import { errorsOf, operationOf, serveCalls, verifyDocument } from '../establish/books.ts';

const document = (schema: string, shown = 'string') => `openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  /books:
    post:
      operationId: createBook
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } }
      responses:
        '201':
          description: created
          content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: ${shown} } } } } }
        '400': { description: invalid }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: ${schema} }]
    get:
      operationId: getBook
      responses: { '200': { description: a book }, '400': { description: no identifier }, '404': { description: none } }
`;

/** Takes identifiers of 24 hexadecimal digits, as MongoDB has them. */
function serveBooks() {
  const ids = new Set<string>();
  return serveCalls(({ method, path, body }) => {
    if (method !== 'POST') {
      const id = path.split('/')[2] ?? '';
      return { status: /^[0-9a-f]{24}$/.test(id) ? (ids.has(id) ? 200 : 404) : 400 };
    }
    if (!body || typeof body['title'] !== 'string') return { status: 400 };
    const id = crypto.randomUUID().replaceAll('-', '').slice(0, 24);
    ids.add(id);
    return { status: 201, body: { id } };
  });
}

test.each([
  ['{ type: string }', []],
  [
    '{ type: string, minLength: 1 }',
    ['getBook expected-outcome: valid request rejected: getBook: path bookId has minLength'],
  ],
])('a service knows the form of its identifiers, of which the document says %s', async (schema, expected) => {
  const report = await verifyDocument(document(schema), await serveBooks());
  expect(errorsOf(report)).toEqual(expected);
  expect(operationOf(report, 'getBook').verified).toBe(true);
});

/** Takes identifiers that are integers, as a pipe of NestJS does whose document says `number`. */
function serveNumbered() {
  let last = 0;
  return serveCalls(({ method, path, body }) => {
    const id = path.split('/')[2] ?? '';
    if (method !== 'POST')
      return { status: /^-?\d+$/.test(id) ? (Number(id) > 0 && Number(id) <= last ? 200 : 404) : 400 };
    return body && typeof body['title'] === 'string' ? { status: 201, body: { id: ++last } } : { status: 400 };
  });
}

test.each([
  ['{ type: number }', []],
  ['{ type: number, minimum: 0.5 }', [expect.stringContaining('valid request rejected')]],
])(
  'a number with a point need not be the form of an identifier, of which the document says %s',
  async (schema, expected) => {
    const report = await verifyDocument(document(schema, 'number'), await serveNumbered());
    expect(errorsOf(report)).toEqual(expected);
    expect(operationOf(report, 'getBook').verified).toBe(true);
  },
);
