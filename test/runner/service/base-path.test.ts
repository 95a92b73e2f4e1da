import { describe, expect, test } from 'vitest';
import { BOOKS, books, type Call, errorsOf, type Reply, serveCalls, verifyDocument } from '../establish/books.ts';

const SERVERS = BOOKS.replace('BOOK_EXAMPLE', '').replace(
  'paths:',
  'servers: [{ url: "https://books.example/v2" }, { url: /api }]\npaths:',
);
const POST_ONLY = SERVERS.replace(/ {4}get:\n {6}operationId: listBooks[\s\S]*?(?= {4}post:)/, '').replace(
  / {2}\/books\/\{bookId\}:[\s\S]*?(?=components:)/,
  '',
);
const NOTHING: Reply = { status: 404, body: { error: 'nothing is there' } };

/** A service that has nothing but what is below a path. */
function below(path: string): (call: Call) => Reply {
  const service = books();
  return (call) =>
    call.path.startsWith(`${path}/`) ? service({ ...call, path: call.path.slice(path.length) }) : NOTHING;
}

describe('a target without a path, of a document whose servers have some', () => {
  test.each([
    ['reads', SERVERS],
    ['writes only', POST_ONLY],
  ])('is tested below the one that responds: %s', async (_, document) => {
    const calls: Call[] = [];
    const target = await serveCalls(below('/api'), calls);
    const report = await verifyDocument(document, target, { include: ['createBook'] });
    expect(errorsOf(report)).toEqual([]);
    expect([report.verdict, report.target]).toEqual(['passed', `${target}/api`]);
    expect(report.notes).toContain(
      `requests go below /api, the path of a server of the document: there is nothing at ${target} itself`,
    );
    const elsewhere = calls.filter(({ path }) => !path.startsWith('/api/'));
    expect(elsewhere.map(({ path, body }) => [path, body])).toEqual([
      ['/books', undefined],
      ['/v2/books', undefined],
    ]);
  });

  test('is tested as it is if it responds, and asked once to know', async () => {
    const calls: Call[] = [];
    const target = await serveCalls(books(), calls);
    const report = await verifyDocument(SERVERS, target, { include: ['listBooks'] });
    expect([report.verdict, report.target]).toEqual(['passed', target]);
    expect(calls.every(({ path }) => path === '/books')).toBe(true);
  });
});

test('a target with a path is taken as it is', async () => {
  const calls: Call[] = [];
  const target = await serveCalls(below('/api'), calls);
  await verifyDocument(SERVERS, `${target}/other`, { include: ['listBooks'] });
  expect(calls.every(({ path }) => path === '/other/books')).toBe(true);
});

test('a service that has nothing at any path gets a note that the base path may be missing', async () => {
  const report = await verifyDocument(SERVERS, await serveCalls(below('/elsewhere')), { include: ['listBooks'] });
  expect(report.verdict).toBe('failed');
  expect(report.notes).toContainEqual(expect.stringContaining('--target may lack the base path of the service'));
});
