import { expect, test } from 'vitest';
import { isNumber } from '../../../harness/core/json/decimal.ts';
import { isObject, stringifyJson, tryParseJson } from '../../../harness/core/json/index.ts';
import type { JsonValue } from '../../../harness/core/model.ts';
import { bodyOf, serve } from '../../servers.ts';
import { errorsOf, operationOf, verifyDocument } from '../establish/books.ts';

const BOOK = '{ type: object, required: [title], properties: { id: { type: integer }, title: { type: string } } }';
const BOOKS = `{ type: array, items: ${BOOK} }`;

/** Books that are created with an id that the client may choose. */
const document = (schema: string) => `openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  /books:
    post:
      operationId: createBook
      requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
      responses: { '200': { description: created }, '400': { description: invalid } }
`;

function isBook(value: JsonValue): boolean {
  if (!isObject(value) || typeof value['title'] !== 'string') return false;
  const { id } = value;
  return id === undefined || (isNumber(id) && Number.isInteger(Number(String(id))));
}

/** A service that takes one book or several, and says with 400 that it has an id already. */
function serveBooks() {
  const taken = new Set<string>();
  return serve(async (request, response) => {
    const parsed = tryParseJson(await bodyOf(request));
    const items = 'error' in parsed ? [null] : [parsed.value].flat();
    const ids = items.flatMap((each) => (isObject(each) && each['id'] !== undefined ? [String(each['id'])] : []));
    const isInvalid = !items.every(isBook);
    const isTaken = new Set([...taken, ...ids]).size < taken.size + ids.length;
    if (!isInvalid && !isTaken) for (const id of ids) taken.add(id);
    response.writeHead(isInvalid || isTaken ? 400 : 200, { 'content-type': 'application/json' });
    response.end(stringifyJson({ message: isInvalid ? 'Invalid payload.' : 'Value for field "id" has to be unique.' }));
  });
}

test.each([
  ['a book', BOOK],
  ['an array of books', BOOKS],
  ['either', `{ oneOf: [${BOOK}, ${BOOKS}] }`],
])('identifiers that an earlier request has stored are no findings: %s', async (_, schema) => {
  const url = await serveBooks();
  for (const run of ['first', 'second', 'third']) {
    const report = await verifyDocument(document(schema), url);
    expect([run, errorsOf(report).filter((each) => each.includes('valid request rejected'))]).toEqual([run, []]);
    expect(operationOf(report, 'createBook').verified).toBe(true);
  }
});
