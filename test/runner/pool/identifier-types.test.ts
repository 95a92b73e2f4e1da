import { describe, expect, test } from 'vitest';
import { isNumber } from '../../../harness/core/json/decimal.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { type Call, errorsOf, operationOf, type Reply, serveCalls, verifyDocument } from '../establish/books.ts';

/** A service that shows ids of one type, and takes them as another in paths and in the bodies of loans. */
const documentOf = (shown: string, inPath: string, inBody: string) => `openapi: 3.0.3
info: { title: Loans, version: '1' }
paths:
  /books:
    post: { operationId: createBook, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }, responses: &one { '201': { description: a book, content: { application/json: { schema: { type: object, required: [id, title], properties: { id: { type: ${shown} }, title: { type: string } } } } } }, 4XX: { description: an error } } }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: ${inPath} } }]
    get: { operationId: getBook, responses: { '200': { description: a book }, 4XX: { description: an error } } }
    delete: { operationId: deleteBook, responses: { '204': { description: deleted }, 4XX: { description: an error } } }
  /loans:
    post: { operationId: createLoan, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [bookIds], properties: { bookIds: { type: array, minItems: 1, items: { type: ${inBody} } } } } } } }, responses: *one }
`;

function loans(shown: string, inBody: string): (call: Call) => Reply {
  const books = new Map<string, JsonObject>();
  let count = 100;
  const written = (id: number) => (shown === 'string' ? String(id) : id);
  const isOfType = (value: JsonValue) => (inBody === 'string' ? typeof value === 'string' : isNumber(value));
  const isKnown = (value: JsonValue) => isOfType(value) && books.has(String(value));
  return ({ method, path, body }) => {
    const [, collection, id = ''] = path.split('/');
    if (method === 'POST' && collection === 'books') {
      if (typeof body?.['title'] !== 'string') return { status: 422 };
      count++;
      const book = { id: written(count), title: body['title'] };
      books.set(String(count), book);
      return { status: 201, body: book };
    }
    if (method === 'POST') {
      const ids = body?.['bookIds'];
      if (!Array.isArray(ids) || ids.length === 0 || !ids.every(isKnown)) return { status: 422 };
      return { status: 201, body: { id: written(1), title: 'a loan' } };
    }
    if (!books.has(id)) return { status: 404 };
    if (method === 'DELETE') books.delete(id);
    return method === 'GET' ? { status: 200, body: books.get(id) ?? {} } : { status: 204 };
  };
}

describe('an identifier is sent in the type that each place takes', () => {
  test.each([
    ['integer', 'string', 'string'],
    ['integer', 'string', 'integer'],
    ['string', 'integer', 'integer'],
    ['string', 'integer', 'string'],
  ])('shown as %s, in paths %s, in bodies %s', async (shown, inPath, inBody) => {
    const report = await verifyDocument(documentOf(shown, inPath, inBody), await serveCalls(loans(shown, inBody)), {
      runs: 10,
    });
    expect(errorsOf(report)).toEqual([]);
    for (const id of ['getBook', 'deleteBook', 'createLoan'])
      expect(operationOf(report, id)).toMatchObject({ verified: true });
  });
});
