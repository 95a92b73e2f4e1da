import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { sequenceScript } from '../../../../harness/report/curl/sequence-script.ts';
import { bodyOf, serve } from '../../../servers.ts';

interface Book {
  readonly name: string;
  readonly uid: string;
  readonly title: string;
  readonly note?: string;
  readonly state: 'ACTIVE' | 'PUBLISHED' | 'ARCHIVED';
  readonly createTime: string;
  readonly updateTime: string;
  readonly archiveTime: string | null;
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const time = { type: 'string', format: 'date-time', readOnly: true };
const readOnly = { type: 'string', readOnly: true };
const book = {
  type: 'object',
  required: ['title'],
  properties: {
    name: { ...readOnly, description: 'books/{book}' },
    uid: { ...readOnly, format: 'uuid' },
    title: text,
    note: text,
    state: { ...readOnly, enum: ['ACTIVE', 'PUBLISHED', 'ARCHIVED'] },
    createTime: time,
    updateTime: time,
    archiveTime: { ...time, nullable: true },
  },
};
const responses = { 200: { description: 'ok', ...json(book) }, default: { description: 'an error' } };
const sends = { requestBody: { required: true, ...json(book) }, responses };
const KEY = /^[a-z0-9-]{1,60}$/;
const key = { type: 'string', pattern: KEY.source };
const query = (name: string, schema: object) => [{ name, in: 'query', schema }];
const parameters = [{ name: 'book', in: 'path', required: true, schema: key }];
const page = { type: 'object', properties: { books: { type: 'array', items: book } } };

/** Books that a resource name identifies, as Google's APIs have it (AIP-122). */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/v1/books': {
      get: { operationId: 'list', responses: { ...responses, 200: { description: 'ok', ...json(page) } } },
      post: { operationId: 'create', parameters: query('bookId', key), ...sends },
    },
    '/v1/books/{book}': {
      parameters,
      get: { operationId: 'read', responses },
      patch: { operationId: 'update', parameters: query('updateMask', { type: 'string' }), ...sends },
      delete: { operationId: 'remove', responses: { ...responses, 200: { description: 'gone' } } },
    },
    '/v1/books/{book}:archive': { parameters, post: { operationId: 'archive', responses } },
    '/v1/books/{book}:publish': { parameters, post: { operationId: 'publish', responses } },
  },
};

type Reply = readonly [status: number, body?: unknown];
const CREATED = '2026-01-02T03:04:05Z';

/** @param change what an operation leaves of a book */
function serveBooks(change: (operation: string, book: Book) => Book): Promise<string> {
  const books = new Map<string, Book>();
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
    const sent = isJson ? await bodyOf(request) : '';
    const [status, body] = reply(request.method ?? '', pathname, searchParams, String(sent));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });

  function reply(method: string, path: string, asked: URLSearchParams, sent: string): Reply {
    const [, id, action] = /^\/v1\/books(?:\/([a-z0-9-]+)(?::([a-z]+))?)?$/.exec(path) ?? [];
    const values = action || (method !== 'POST' && method !== 'PATCH') ? {} : read(sent);
    if (!values) return [400];
    if (path === '/v1/books')
      return method === 'POST' ? create(asked.get('bookId'), values) : [200, { books: [...books.values()] }];
    const known = books.get(id ?? '');
    if (!known) return [404];
    if (method === 'DELETE') return [books.delete(id ?? '') ? 200 : 404];
    if (method === 'GET') books.set(id ?? '', change('read', known));
    if (method === 'GET') return [200, books.get(id ?? '')];
    const masked = (asked.get('updateMask') ?? Object.keys(values).join(',')).split(',').filter((each) => each !== '');
    if (masked.some((each) => each !== 'title' && each !== 'note')) return [400];
    const changes = Object.fromEntries(masked.map((each) => [each, (values as Record<string, unknown>)[each]]));
    const archived = action === 'archive' ? { state: 'ARCHIVED' as const, archiveTime: CREATED } : {};
    const published = action === 'publish' ? { state: 'PUBLISHED' as const } : {};
    books.set(id ?? '', change(action ?? 'update', { ...known, ...changes, ...archived, ...published }));
    return [200, books.get(id ?? '')];
  }

  function create(chosen: string | null, values: object): Reply {
    const id = chosen ?? crypto.randomUUID();
    if (!KEY.test(id)) return [400];
    if (books.has(id)) return [409];
    const own = { name: `books/${id}`, uid: crypto.randomUUID(), title: '', archiveTime: null };
    const times = { createTime: CREATED, updateTime: CREATED };
    books.set(id, { ...own, ...times, ...values, state: 'ACTIVE' });
    return [200, books.get(id)];
  }
}

/** What a client may set; undefined if that is invalid. */
function read(sent: string): { readonly title: string; readonly note?: string } | undefined {
  const { title, note } = parse(sent);
  const isValid =
    typeof title === 'string' && title !== '' && (note === undefined || (note && typeof note === 'string'));
  return isValid ? { title, ...(typeof note === 'string' && { note }) } : undefined;
}

function parse(sent: string): Record<string, unknown> {
  try {
    return JSON.parse(sent) ?? {};
  } catch {
    return {};
  }
}

test('records are found by their resource names, and masks name properties', async () => {
  const target = await serveBooks((_, each) => each);
  const { findings, operations } = await verify({ spec, target, suites: ['generated', 'stateful'], consistency: 60 });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations.filter(({ accepted }) => accepted === 0)).toEqual([]);
});

test.each<[finding: string, what: string, change: (operation: string, book: Book) => Book]>([
  ['archive action-is-visible', 'has no time', (_, each) => ({ ...each, archiveTime: null })],
  [
    'archive action-is-visible',
    'is published instead',
    (operation, each) => (operation === 'archive' ? { ...each, state: 'PUBLISHED' } : each),
  ],
  [
    'read safe-changes-nothing',
    'is changed by a read',
    (operation, each) =>
      operation === 'read' ? { ...each, updateTime: new Date(Date.parse(each.updateTime) + 1000).toISOString() } : each,
  ],
  [
    'update identity-is-stable',
    'has the time of its change as that of its creation',
    (operation, each) => (operation === 'update' ? { ...each, createTime: new Date().toISOString() } : each),
  ],
])('%s: a book that is archived or changed %s', async (finding, _, change) => {
  const target = await serveBooks(change);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60 });
  const found = findings.find(({ operation, check }) => `${operation} ${check}` === finding);
  expect(findings.map(({ operation, check }) => `${operation} ${check}`)).toContain(finding);
  const script = sequenceScript(target, found?.sequence ?? []).join('\n');
  const { stdout } = await promisify(execFile)('sh', ['-c', script]);
  const statuses = [...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
  expect(statuses).toEqual(found?.sequence?.map(({ response }) => ('status' in response ? response.status : 0)));
  expect(script.match(/books\/'"\$book_/g)?.length).toBe(statuses.length - 1);
});
