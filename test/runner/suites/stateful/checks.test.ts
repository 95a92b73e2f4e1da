import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { STATEFUL_CHECKS } from '../../../../harness/core/check-ids.ts';
import type { Report } from '../../../../harness/core/report.ts';
import { verify } from '../../../../harness/index.ts';
import { undone } from './library-changes.ts';
import { libraryDocument } from './library-document.ts';
import { MISTAKES } from './library-mistakes.ts';
import { type LibraryService, type Mistake, type Row, startLibrary } from './library-service.ts';

let folder = '';
let service: LibraryService | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stateful-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(libraryDocument));
});

afterEach(() => service?.close());
afterAll(() => rm(folder, { recursive: true }));

async function run(mistake: Mistake = {}, options: object = {}): Promise<Report> {
  service = await startLibrary(mistake);
  const spec = join(folder, 'openapi.json');
  return verify({ spec, target: service.url, suites: ['stateful'], lint: false, consistency: 60, ...options });
}

function found({ findings }: Report): string[] {
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

test('a conforming service has no finding, and nothing that was created is left', async () => {
  const report = await run();
  expect(found(report)).toEqual([]);
  expect(report.suites[0]).toMatchObject({ name: 'stateful', fail: 0, error: 0 });
  expect(report.operations.map(({ accepted }) => accepted > 0)).not.toContain(false);
  expect([service?.tables.shelf.size, service?.tables.book.size]).toEqual([0, 0]);
});

test('--keep leaves what was created', async () => {
  await run({}, { keep: true, runs: 0 });
  expect(service?.tables.book.size).toBeGreaterThan(0);
});

test('a record that exists already is not touched', async () => {
  const before = { id: 900, name: 'old', createdAt: '2024-01-01T00:00:00Z' };
  let isThere = false;
  const report = await run({
    before: (_, { shelf }) => {
      if (!isThere) shelf.set(900, before);
      isThere = true;
      return undefined;
    },
  });
  expect(found(report)).toEqual([]);
  expect(service?.tables.shelf.get(900)).toEqual(before);
  expect(service?.requests.filter((request) => request.includes('/900'))).toEqual([]);
});

test('a number that has the same value after each PUT without it has a default', async () => {
  const report = await run({
    before: (call) => {
      if (call.type === 'book' && call.method === 'PUT') call.body['pages'] ??= 4;
      return undefined;
    },
  });
  expect(found(report)).toEqual([]);
});

test.each(MISTAKES)('%s: %s %s', async (check, operation, _what, mistake) => {
  // The systematic sequences are enough.
  const report = await run(mistake, { runs: 0 });
  expect(found(report)).toContain(`${operation} ${check}`);
  const finding = report.findings.find((each) => each.check === check && each.operation === operation);
  expect(finding?.severity).toBe('error');
  expect(finding?.sequence?.length).toBeGreaterThan(1);
});

test('a random sequence finds what the systematic one does not try, and is shortened', async () => {
  const history = new Map<number, string>();
  const hidden = new Set<number>();
  const forgetful: Mistake = {
    after: ({ type, method, shelf = 0, id, action }, { status, body }) => {
      if (type !== 'book') return undefined;
      const before = history.get(shelf) ?? '';
      if (method !== 'GET' && status < 300) history.set(shelf, `${before} ${action ? 'action' : method}`);
      // A record is not listed that is created after another one was created and deleted at once.
      if (method === 'POST' && status === 201 && before.endsWith('POST DELETE'))
        hidden.add(Number((body as Row)['id']));
      if (method !== 'GET' || status !== 200 || id !== undefined) return undefined;
      const { items, total } = body as { items: Row[]; total: number };
      return { status: 200, body: { items: items.filter((row) => !hidden.has(Number(row['id']))), total } };
    },
  };
  const systematic = await run(forgetful, { runs: 0 });
  expect(found(systematic)).toEqual([]);
  await service?.close();
  const report = await run(forgetful, { runs: 40 });
  expect(found(report)).toEqual(['listBooks created-is-listed']);
  const methods = report.findings[0]?.sequence?.map(({ request }) => request.method);
  expect(methods?.filter((method) => method === 'PUT' || method === 'PATCH')).toEqual([]);
});

test('random sequences are the same for the same seed', async () => {
  const shapes: string[][] = [];
  for (let count = 0; count < 2; count++) {
    await run({}, { runs: 10, seed: 7 });
    shapes.push(service?.requests.map((request) => request.replace(/\d+/g, 'N')) ?? []);
    await service?.close();
  }
  expect(shapes[0]).toEqual(shapes[1]);
});

/** Found in seats.test.ts, whose document has entity tags, in articles.test.ts, whose lists have filters, in orders.test.ts, in files.test.ts and in conditional-reads.test.ts. */
const ELSEWHERE = [
  ...['stale-change-is-rejected', 'list-follows-query', 'conflict-is-rejected', 'write-only-is-hidden'],
  ...['head-matches-get', 'read-follows-validator', 'current-change-is-accepted'],
];

test('every check has a mistake that it finds', () => {
  const covered = new Set([...MISTAKES.map(([check]) => check), ...ELSEWHERE]);
  expect([...covered].sort()).toEqual([...STATEFUL_CHECKS].sort());
});

test('a finding that does not show a second time is not reported', async () => {
  let isFirst = true;
  const report = await run({
    after: ({ type, method }, { status, body }, { shelf }) => {
      if (!isFirst || type !== 'shelf' || method !== 'POST' || status !== 201) return undefined;
      isFirst = false;
      shelf.delete(Number((body as Row)['id']));
      return undefined;
    },
  });
  expect(found(report)).toEqual([]);
  expect(report.suites[0]?.skippedReasons?.join()).toContain('did not show a second time');
});

test('readers wait for eventual consistency', async () => {
  const since = new Map<number, number>();
  const report = await run(
    {
      after: ({ type, method, id, action }, reply) => {
        const created = Number((reply.body as Row | undefined)?.['id']);
        if (type === 'book' && method === 'POST' && reply.status === 201) since.set(created, performance.now());
        const isNew = type === 'book' && !action && performance.now() - (since.get(id ?? 0) ?? 0) < 60;
        return isNew && method === 'GET' && id ? { status: 404, body: { message: 'not yet' } } : undefined;
      },
    },
    { consistency: 1000 },
  );
  expect(found(report)).toEqual([]);
});

test('readers do not wait for a service that takes no credentials any more', async () => {
  const reads: string[] = [];
  await run(
    {
      after: ({ type, method, id }) => {
        if (type !== 'book' || method !== 'GET' || !id) return undefined;
        reads.push(String(id));
        return { status: 401, body: { message: 'Sign in again.' } };
      },
    },
    { consistency: 1000, runs: 0 },
  );
  expect(reads.length).toBeGreaterThan(0);
  // What is below a record that is deleted is read before and after.
  expect(reads.length).toBeLessThan(2 * new Set(reads).size);
});

test('what a replica shows of the time before a change is compared with nothing', async () => {
  const shown = new Map<number, unknown>();
  const stale = new Map<number, { reads: number; readonly body: unknown }>();
  const report = await run(
    {
      after: ({ type, method, id, action }, reply) => {
        if (type !== 'book' || id === undefined || action || reply.status >= 300) return undefined;
        if (method === 'PUT' || method === 'PATCH') stale.set(id, { reads: 2, body: shown.get(id) });
        const old = stale.get(id);
        if (method === 'GET' && old?.body && old.reads-- > 0) return { status: 200, body: old.body };
        if (method === 'GET') shown.set(id, reply.body);
        return undefined;
      },
    },
    { consistency: 5000 },
  );
  expect(found(report)).toEqual([]);
  expect((report.suites[0]?.skippedReasons ?? []).join()).not.toContain('did not show a second time');
});

test('a document without a readable resource costs no request', async () => {
  const { '/shelves': shelves } = libraryDocument.paths as Record<string, Record<string, object>>;
  const paths = { '/shelves': { post: shelves?.['post'] } };
  const spec = join(folder, 'write-only.json');
  writeFileSync(spec, JSON.stringify({ ...libraryDocument, paths }));
  service = await startLibrary();
  const report = await verify({ spec, target: service.url, suites: ['stateful'], lint: false });
  expect(report.suites[0]?.skippedReasons).toEqual(['no readable resource']);
  expect(service.requests).toEqual([]);
});

test('records are led through the operations under test, and a resource without the two it takes is named', async () => {
  const report = await run(undone('PATCH'), { include: ['createShelf,createBook,readBook,changeBook'] });
  expect(found(report)).toEqual(['changeBook update-is-visible']);
  expect(report.resources?.map(({ name }) => name)).toEqual(['shelf', 'book']);
  expect(report.suites[0]?.skippedReasons).toEqual([
    'shelf: of the operations under test none creates it, or none reads it',
  ]);
  expect(service?.requests.filter((request) => /^(PUT|GET \/books\?)/.test(request))).toEqual([]);
});
