import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { STATEFUL_CHECKS } from '../../../../harness/core/check-ids.ts';
import type { Report } from '../../../../harness/core/report.ts';
import { verify } from '../../../../harness/index.ts';
import { libraryDocument } from './library-document.ts';
import { type Call, type LibraryService, type Mistake, type Row, startLibrary } from './library-service.ts';

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

const isBook = ({ type }: Call, method: string, id = true) => ({
  when: type === 'book' && id,
  method,
});
const on = (method: string, act: (row: Row, call: Call, books: Map<number, Row>) => void): Mistake => ({
  after: (call, reply, { book }) => {
    const { when } = isBook(call, method, call.action === undefined);
    const id = call.id ?? Number((reply.body as Row | undefined)?.['id']);
    const row = book.get(id);
    if (when && call.method === method && reply.status < 300 && row) act(row, call, book);
    return undefined;
  },
});
const undone = (method: string): Mistake => {
  let before: Row | undefined;
  return {
    before: (call, { book }) => {
      if (call.type === 'book' && call.method === method && call.id) before = book.get(call.id);
      return undefined;
    },
    after: (call, reply, { book }) => {
      if (call.type !== 'book' || call.method !== method || !call.id || !before || reply.status >= 300)
        return undefined;
      book.set(call.id, before);
      return undefined;
    },
  };
};
const neighbor = (books: Map<number, Row>, { id }: Call) => [...books.values()].findLast((row) => row['id'] !== id);

const MISTAKES: readonly (readonly [check: string, operation: string, what: string, mistake: Mistake])[] = [
  ['created-is-readable', 'createBook', 'stores nothing', on('POST', ({ id }, _, books) => books.delete(Number(id)))],
  ['created-is-readable', 'createBook', 'loses a property', on('POST', (row) => delete row['notes'])],
  [
    'created-is-readable',
    'createBook',
    'has a Location that leads nowhere',
    {
      after: (call, reply) => (call.type === 'book' && reply.location ? { ...reply, location: '/books/0' } : undefined),
    },
  ],
  [
    'created-is-listed',
    'listBooks',
    'does not list the last record',
    {
      after: ({ type, method, id }, reply) => {
        if (type !== 'book' || method !== 'GET' || id !== undefined || reply.status !== 200) return undefined;
        const { items, total } = reply.body as { items: Row[]; total: number };
        return { status: 200, body: { items: items.slice(0, -1), total } };
      },
    },
  ],
  [
    'pages-are-complete',
    'listBooks',
    'skips a record between pages',
    {
      before: ({ type, id, query }) => {
        const offset = Number(query.get('offset') ?? 0);
        if (type === 'book' && id === undefined && offset > 0) query.set('offset', String(offset + 1));
        return undefined;
      },
    },
  ],
  ['update-is-visible', 'replaceBook', 'does not store a PUT', undone('PUT')],
  ['update-is-visible', 'changeBook', 'does not store a PATCH', undone('PATCH')],
  [
    'put-replaces',
    'replaceBook',
    'merges a PUT',
    {
      before: (call, { book }) => {
        const row = call.type === 'book' && call.method === 'PUT' ? book.get(call.id ?? 0) : undefined;
        if (row) for (const [name, value] of Object.entries(row)) if (name === 'notes') call.body[name] ??= value;
        return undefined;
      },
    },
  ],
  [
    'put-replaces',
    'replaceBook',
    'keeps a number that a PUT does not have',
    {
      before: (call, { book }) => {
        const row = call.type === 'book' && call.method === 'PUT' ? book.get(call.id ?? 0) : undefined;
        if (row?.['pages'] !== undefined) call.body['pages'] ??= row['pages'];
        return undefined;
      },
    },
  ],
  [
    'put-is-idempotent',
    'replaceBook',
    'adds to a text with the same PUT',
    (() => {
      const seen = new Set<string>();
      return on('PUT', (row, { body }) => {
        const key = JSON.stringify(body);
        if (seen.has(key)) row['notes'] = `${row['notes']} again`;
        seen.add(key);
      });
    })(),
  ],
  [
    'read-back-is-accepted',
    'replaceBook',
    'rejects a title that is its own',
    {
      before: ({ type, method, id, body }, { book }) => {
        const row = book.get(id ?? 0);
        const isSame = row?.['title'] === body['title'] && body['notes'] === undefined;
        const reply = { status: 409, body: { message: 'There is a book with this title.' } };
        return type === 'book' && method === 'PUT' && isSame ? reply : undefined;
      },
    },
  ],
  [
    'patch-is-partial',
    'changeBook',
    'loses what is absent from a PATCH',
    on('PATCH', (row, { body }) => {
      if (!('notes' in body)) delete row['notes'];
    }),
  ],
  [
    'action-is-visible',
    'lendBook',
    'does not store an action',
    {
      after: ({ action, id }, _, { book }) => {
        const row = book.get(id ?? 0);
        if (action && row) book.set(id ?? 0, { ...row, lent: false });
        return undefined;
      },
    },
  ],
  [
    'delete-removes',
    'deleteBook',
    'deletes nothing',
    {
      before: ({ type, method, id }, { book }) =>
        type === 'book' && method === 'DELETE' && book.has(id ?? 0) ? { status: 204 } : undefined,
    },
  ],
  [
    'rejected-changes-nothing',
    'replaceBook',
    'stores a part of a PUT that it rejects',
    {
      after: ({ method, id, body }, { status }, { book }) => {
        const row = book.get(id ?? 0);
        if (method === 'PUT' && status === 400 && row) book.set(id ?? 0, { ...row, title: body['title'] });
        return undefined;
      },
    },
  ],
  [
    'rejected-changes-nothing',
    'createBook',
    'stores a record that it rejects',
    {
      after: ({ type, method, shelf, body }, { status }, { book }) => {
        const id = 1000 + book.size;
        if (type === 'book' && method === 'POST' && status === 400)
          book.set(id, { title: body['title'], id, shelf, createdAt: '2024-01-01T00:00:00Z' });
        return undefined;
      },
    },
  ],
  [
    'safe-changes-nothing',
    'readBook',
    'changes a text with each GET',
    on('GET', (row, { id }, books) => {
      if (id) books.set(id, { ...row, notes: `${row['notes']}.` });
    }),
  ],
  [
    'safe-changes-nothing',
    'readBook',
    'changes a text with each HEAD',
    on('HEAD', (row, { id }, books) => {
      if (id) books.set(id, { ...row, notes: `${row['notes']}.` });
    }),
  ],
  [
    'others-are-untouched',
    'replaceBook',
    'changes another record with a PUT',
    on('PUT', (_row, call, books) => {
      const other = neighbor(books, call);
      if (other) books.set(Number(other['id']), { ...other, notes: `${other['notes']}.` });
    }),
  ],
  [
    'others-are-untouched',
    'changeBook',
    'changes all older records with a PATCH',
    on('PATCH', (row, { body }, books) => {
      for (const other of books.values())
        if (Number(other['id']) < Number(row['id'])) books.set(Number(other['id']), { ...other, ...body });
    }),
  ],
  [
    'others-are-untouched',
    'deleteBook',
    'deletes another record too',
    {
      after: (call, { status }, { book }) => {
        const other = neighbor(book, call);
        if (call.type === 'book' && call.method === 'DELETE' && status === 204 && other)
          book.delete(Number(other['id']));
        return undefined;
      },
    },
  ],
  [
    'nested-stays-with-parent',
    'readBook',
    'finds a record below any parent',
    {
      before: ({ type, method, id, action }, { book }) => {
        const { shelf: _, ...row } = book.get(id ?? 0) ?? {};
        return type === 'book' && method === 'GET' && 'id' in row && !action ? { status: 200, body: row } : undefined;
      },
    },
  ],
  [
    'identity-is-stable',
    'replaceBook',
    'takes a readOnly property',
    on('PUT', (row, { body }) => {
      row['createdAt'] = body['createdAt'] ?? row['createdAt'];
    }),
  ],
  [
    'values-stay-unique',
    'createBook',
    'creates what an update rejects',
    {
      before: (call, { book }) => {
        if (
          call.type !== 'book' ||
          call.method !== 'POST' ||
          call.id !== undefined ||
          typeof call.body['title'] !== 'string'
        )
          return undefined;
        const isTaken = [...book.values()].some((row) => row['title'] === call.body['title']);
        const id = 5000 + book.size;
        const row = { title: call.body['title'], id, createdAt: '2024-01-01T00:00:00Z' };
        if (!isTaken) return undefined;
        book.set(id, { ...row, shelf: call.shelf });
        return { status: 201, body: row, location: `/shelves/${call.shelf}/books/${id}` };
      },
    },
  ],
];

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
  const report = await run(mistake);
  expect(found(report)).toContain(`${operation} ${check}`);
  const finding = report.findings.find((each) => each.check === check && each.operation === operation);
  expect(finding?.severity).toBe('error');
  expect(finding?.sequence?.length).toBeGreaterThan(1);
});

test('a random sequence finds what the systematic one does not try, and is shortened', async () => {
  const deletions = new Set<number>();
  const hidden = new Set<number>();
  const forgetful: Mistake = {
    after: ({ type, method, shelf = 0, id }, { status, body }) => {
      if (type !== 'book') return undefined;
      if (method === 'DELETE' && status === 204) deletions.add(shelf);
      // The first record that is created after a deletion is not listed.
      if (method === 'POST' && status === 201 && deletions.delete(shelf)) hidden.add(Number((body as Row)['id']));
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

/** Found in seats.test.ts, whose document has entity tags. */
const ELSEWHERE = ['stale-change-is-rejected'];

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
