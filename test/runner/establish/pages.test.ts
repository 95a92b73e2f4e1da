import { expect, test } from 'vitest';
import { type Call, errorsOf, serveCalls, verifyDocument } from './books.ts';

const DOCUMENT = `openapi: 3.0.3
info: { title: Pages, version: '1' }
paths:
  /books:
    get:
      operationId: listBooks
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      responses:
        '200':
          description: one page
          content:
            application/json:
              schema: { type: object, properties: { results: { type: array, items: { type: object, properties: { id: { type: integer } } } } } }
        '400': { description: not an integer }
`;

/** A list of one page; another one is not found. */
const pages =
  (first: string) =>
  ({ query }: Call) => {
    const [page = first, ...others] = query.getAll('page');
    if (others.length > 0 || !/^-?\d+$/.test(page)) return { status: 400 };
    return page === first ? { status: 200, body: { results: [{ id: 1 }] } } : { status: 404 };
  };

test('a page that a list need not have may be not found, whatever is documented', async () => {
  const calls: Call[] = [];
  const report = await verifyDocument(DOCUMENT, await serveCalls(pages('1'), calls), { runs: 10 });
  expect([errorsOf(report), report.verdict]).toEqual([[], 'passed']);
  expect(calls.filter(({ query }) => query.get('page') === '1').length).toBeGreaterThan(2);
});

test('the first page has to be found', async () => {
  const report = await verifyDocument(DOCUMENT, await serveCalls(pages('0')));
  expect(errorsOf(report)).toEqual([expect.stringContaining('valid request with query parameter page')]);
});
