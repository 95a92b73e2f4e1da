import { describe, expect, test } from 'vitest';
import { isObject } from '../../../harness/core/json/index.ts';
import type { JsonValue } from '../../../harness/core/model.ts';
import {
  BOOKS,
  books,
  type Call,
  errorsOf,
  invalidBook,
  operationOf,
  serveCalls,
  verifyBooks,
  verifyDocument,
} from './books.ts';

describe('an operation on a record that the service does not have', () => {
  test('costs a few requests and is not verified, and says what would help', async () => {
    const calls: Call[] = [];
    const report = await verifyBooks(await serveCalls(books(), calls), { include: ['getBook', 'updateBook'] });
    expect(errorsOf(report)).toEqual([]);
    expect(report.verdict).toBe('unverified');
    for (const id of ['getBook', 'updateBook'])
      expect(operationOf(report, id)).toMatchObject({
        verified: false,
        accepted: 0,
        reason: 'no valid request was accepted; unknown record (404): give the id of one that exists, in an example',
      });
    expect(calls.length).toBeLessThan(10);
  });

  test('lists its clauses as not tested for that reason', async () => {
    const report = await verifyBooks(await serveCalls(books()), { include: ['updateBook'] });
    const own = report.coverage.filter(({ clause }) => clause.direction === 'request');
    expect(own.length).toBeGreaterThan(5);
    expect(new Set(own.map(({ state, reason }) => `${state}: ${reason}`))).toEqual(
      new Set(['uncovered: no valid request was accepted']),
    );
  });

  test('is verified with the id of an example', async () => {
    const report = await verifyBooks(await serveCalls(books()), { example: '1', suites: ['generated'] });
    expect(errorsOf(report)).toEqual([]);
    for (const id of ['listBooks', 'createBook', 'getBook', 'updateBook'])
      expect([id, operationOf(report, id).verified]).toEqual([id, true]);
  });
});

describe('a PATCH that validates nothing', () => {
  const careless = () =>
    books((call, own) =>
      call.method === 'PATCH'
        ? { ...own(), ...(call.path === '/books/1' ? { status: 200, body: { title: 'x' } } : {}) }
        : own(),
    );

  test('does not look verified on an unknown record', async () => {
    const report = await verifyBooks(await serveCalls(careless()), { include: ['updateBook'] });
    expect([report.verdict, operationOf(report, 'updateBook').verified]).toEqual(['unverified', false]);
  });

  test('is found on a known one', async () => {
    const report = await verifyBooks(await serveCalls(careless()), { include: ['updateBook'], example: '1' });
    expect(report.verdict).toBe('failed');
    expect(errorsOf(report)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^updateBook expected-outcome: .*title/)]),
    );
  });
});

test('a record that is gone is no violation: its base is sent again before anything is concluded', async () => {
  const report = await verifyBooks(await serveCalls(books()), { include: ['deleteBook'], example: '1' });
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'deleteBook').accepted).toBe(1);
});

describe('an optional part that the service rejects', () => {
  test('is one finding that names it, and the rest goes on without it', async () => {
    const calls: Call[] = [];
    const picky = books((call, own) =>
      call.path === '/books' && call.method === 'GET' && call.query.has('filter')
        ? { status: 400, body: { error: 'filter' } }
        : own(),
    );
    const report = await verifyBooks(await serveCalls(picky, calls), { include: ['listBooks'], runs: 10 });
    expect(errorsOf(report)).toEqual([expect.stringContaining('valid request with query parameter filter')]);
    expect(report.findings[0]?.clause.id).toMatch(/query filter/);
    expect(operationOf(report, 'listBooks')).toMatchObject({ verified: true });
    expect(calls.filter(({ query }) => query.has('limit')).length).toBeGreaterThan(10);
  });

  test('is found among properties of the body', async () => {
    const picky = books((call, own) =>
      call.body?.['genre'] === undefined ? own() : { status: 422, body: { error: 'genre' } },
    );
    const report = await verifyBooks(await serveCalls(picky), { include: ['createBook'] });
    expect(errorsOf(report).filter((each) => each.includes('genre'))).toHaveLength(1);
    expect(operationOf(report, 'createBook').verified).toBe(true);
  });

  test('is found within an envelope, and the other parts go on in all requests', async () => {
    const wrapped = "{ type: object, required: [data], properties: { data: { $ref: '#/components/schemas/Book' } } }";
    const document = BOOKS.replace('BOOK_EXAMPLE', '').replace("{ $ref: '#/components/schemas/Book' }", wrapped);
    const calls: Call[] = [];
    const picky = ({ body }: Call) => {
      const book = isObject(body?.['data']) ? body['data'] : undefined;
      const reason = Object.keys(body ?? {}).length > 1 ? 'more' : (invalidBook(book) ?? book?.['genre']);
      return reason === undefined ? { status: 201, body: book } : { status: 422, body: { error: reason } };
    };
    const report = await verifyDocument(document, await serveCalls(picky, calls), {
      include: ['createBook'],
      runs: 10,
    });
    expect(errorsOf(report).filter((each) => each.includes('genre'))).toEqual([
      expect.stringContaining('valid request with body property /data/genre'),
    ]);
    const sent = calls.flatMap(({ body }) => (isObject(body?.['data']) ? [body['data']] : []));
    expect(sent.filter(({ pages }) => pages !== undefined).length).toBeGreaterThan(20);
  });

  test('is told apart from a value that another record has, although both are invalid for the service', async () => {
    const more = 'isbn: { type: string }\n        language: { type: string }\n        pages:';
    const document = BOOKS.replace('BOOK_EXAMPLE', '').replace('pages:', more);
    const taken = new Set<JsonValue>();
    const picky = books((call, own) => {
      if (call.body?.['genre'] !== undefined) return { status: 400, body: { error: 'genre is not known' } };
      const isbn = call.body?.['isbn'];
      if (isbn !== undefined && taken.has(isbn)) return { status: 400, body: { error: 'isbn must be unique' } };
      const reply = own();
      if (isbn !== undefined && reply.status === 201) taken.add(isbn);
      return reply;
    });
    const report = await verifyDocument(document, await serveCalls(picky), { include: ['createBook'], runs: 10 });
    expect(errorsOf(report).filter((each) => each.includes('valid request rejected'))).toEqual([
      expect.stringContaining('valid request with body property genre'),
    ]);
    expect(operationOf(report, 'createBook').unique).toEqual(['isbn']);
  });

  test('is found as well if the service needs it', async () => {
    const picky = books((call, own) =>
      call.method === 'POST' && call.body?.['pages'] === undefined ? { status: 422, body: { error: 'pages' } } : own(),
    );
    const report = await verifyBooks(await serveCalls(picky), { include: ['createBook'] });
    expect(errorsOf(report)).toEqual(
      expect.arrayContaining([expect.stringContaining('valid request without body property pages')]),
    );
    expect(operationOf(report, 'createBook').accepted).toBeGreaterThan(5);
  });
});

test('a 404 for an unknown record that the document forgets is no rejection of a valid request, and verifies nothing', async () => {
  const document = BOOKS.replace("'404': { $ref: '#/components/responses/Error' }\n        default:", "'400':").replace(
    'BOOK_EXAMPLE',
    '',
  );
  const report = await verifyDocument(document, await serveCalls(books()), { include: ['getBook'] });
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'getBook')).toMatchObject({
    verified: false,
    reason: expect.stringContaining('unknown record (404)'),
  });
});

test('a body that the document forgets to require is one finding, and the rest goes on with it', async () => {
  const strict = books((call, own) =>
    call.method === 'POST' && call.body === undefined ? { status: 422, body: { error: 'body' } } : own(),
  );
  const document = BOOKS.replace('requestBody: { required: true, content', 'requestBody: { content').replace(
    'BOOK_EXAMPLE',
    '',
  );
  const report = await verifyDocument(document, await serveCalls(strict), { include: ['createBook'] });
  expect(errorsOf(report)).toEqual([expect.stringContaining('no body')]);
  expect(operationOf(report, 'createBook')).toMatchObject({ verified: true });
  expect(operationOf(report, 'createBook').accepted).toBeGreaterThan(20);
});

test('a POST that rejects other than ASCII letters is found, beside a healthy one that is not', async () => {
  const ascii = books((call, own) =>
    /[^\0-\x7f]/.test(String(call.body?.['title'] ?? '')) ? { status: 422, body: { error: 'title' } } : own(),
  );
  const [bad, good] = [await serveCalls(ascii), await serveCalls(books())];
  expect(errorsOf(await verifyBooks(good, { include: ['createBook'] }))).toEqual([]);
  expect(errorsOf(await verifyBooks(bad, { include: ['createBook'] }))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^createBook expected-outcome/)]),
  );
});

test('130 operations of which half reject every valid request are 65 findings, one for each', async () => {
  const body = `
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } }`;
  const operations = Array.from(
    { length: 130 },
    (_, index) => `
  /things${index}:
    post:
      operationId: make${index}${index % 2 === 0 ? body : ''}
      responses:
        '201': { description: made }
        default: { description: error }`,
  );
  const document = `openapi: 3.0.3\ninfo: { title: Many, version: '1' }\npaths:${operations.join('')}\n`;
  const calls: Call[] = [];
  const isRejecting = (name: string) => Number(/\d+$/.exec(name)?.[0]) % 2 === 0;
  const target = await serveCalls(({ path }) => ({ status: isRejecting(path) ? 400 : 201 }), calls);
  const report = await verifyDocument(document, target, { runs: 2 });
  expect(report.findings).toHaveLength(65);
  expect(report.findings.every(({ operation, count }) => isRejecting(operation) && count === 1)).toBe(true);
  expect(calls.filter(({ path }) => isRejecting(path)).length).toBeLessThan(65 * 3);
});
