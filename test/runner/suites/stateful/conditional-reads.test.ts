import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { memosDocument } from './memos-document.ts';

interface Known {
  /** The entity tags that were given for the path, the present one last. */
  readonly tags: readonly string[];
  readonly request: Headers;
  /** When the content was stored last. */
  readonly modified: Date;
}

interface Habits {
  readonly isNotModified: (known: Known) => boolean;
  readonly tagOf: (tag: string) => string | undefined;
  readonly modifiedOf: (modified: Date) => string | undefined;
}

const since = ({ request, modified }: Known) =>
  Date.parse(request.get('if-modified-since') ?? '') >= modified.getTime();
const matching = ({ request, tags }: Known) =>
  (request.get('if-none-match') ?? '').replace('W/', '') === tags.at(-1)?.replace('W/', '');
const CONFORMING: Habits = { isNotModified: matching, tagOf: (tag) => tag, modifiedOf: () => undefined };

/** Each store is a second after the one before, so that times tell states apart. */
function memosApp(mistake: Partial<Habits>) {
  const { isNotModified, tagOf, modifiedOf } = { ...CONFORMING, ...mistake };
  const memos = new Map<number, object>();
  const times = new Map<number, Date>();
  const given = new Map<string, string[]>();
  let [last, seconds] = [0, 0];
  const store = (id: number, sent: string) => {
    const own = { ...JSON.parse(sent), id };
    memos.set(id, own);
    times.set(id, new Date(1_700_000_000_000 + ++seconds * 1000));
    return own;
  };
  return async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    const id = Number(path.split('/')[2] ?? 0);
    if (request.method === 'POST') return Response.json(store(++last, await request.text()), { status: 201 });
    if (id > 0 && !memos.has(id)) return new Response(null, { status: 404 });
    if (request.method === 'DELETE') return new Response(null, { status: memos.delete(id) ? 204 : 404 });
    if (request.method === 'PUT') return Response.json(store(id, await request.text()));
    const shown = id > 0 ? memos.get(id) : [...memos.values()];
    const tag = tagOf(`"${createHash('sha256').update(JSON.stringify(shown)).digest('hex')}"`);
    const tags = [...(given.get(path) ?? []), ...(tag === undefined ? [] : [tag])];
    given.set(path, tags);
    const modified = times.get(id) ?? new Date(1_700_000_000_000 + seconds * 1000);
    const time = modifiedOf(modified);
    const headers = { ...(tag && { etag: tag }), ...(time && { 'last-modified': time }) };
    if (request.method === 'GET' && isNotModified({ tags, request: request.headers, modified }))
      return new Response(null, { status: 304, headers });
    return Response.json(shown, { headers });
  };
}

async function found(mistake: Partial<Habits>, spec: object = memosDocument()) {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec, app: memosApp(mistake), ...options });
  return findings.map(({ check, operation, message }) => `${operation} ${check}: ${message}`);
}

const UNCHANGED = 'it sends again what has not changed, although';
const stale = (name: string, operation = 'read') =>
  `${operation} read-follows-validator: it takes ${name} that it does not have for its own, so that clients keep what is out of date`;
const inHttp = (date: Date) => date.toUTCString();
const byTime: Partial<Habits> = { tagOf: () => undefined, modifiedOf: inHttp, isNotModified: since };
const withSince = memosDocument(['If-Modified-Since']);
const statusOnly = memosDocument([], { 304: { description: 'not modified' } });

test.each<[string, string, Partial<Habits>, object?]>([
  [
    'ignores If-None-Match',
    `read read-follows-validator: ${UNCHANGED} If-None-Match names its ETag`,
    { isNotModified: () => false },
  ],
  [
    'responds 304 to any entity tag',
    stale('an ETag'),
    { isNotModified: ({ request }) => request.has('if-none-match') },
  ],
  [
    'responds 304 to an entity tag that it had before a change',
    stale('an ETag'),
    { isNotModified: ({ tags, request }) => tags.includes(request.get('if-none-match') ?? '') },
  ],
  [
    'responds 304 to an entity tag of a list that has changed',
    stale('an ETag', 'list'),
    {
      isNotModified: (known) =>
        matching(known) ||
        (known.tags.slice(0, -1).includes(known.request.get('if-none-match') ?? '') &&
          known.tags[0] !== known.tags.at(-1)),
    },
    statusOnly,
  ],
  [
    'ignores If-Modified-Since',
    `read read-follows-validator: ${UNCHANGED} If-Modified-Since names its Last-Modified`,
    { ...byTime, isNotModified: () => false },
    withSince,
  ],
  [
    'responds 304 to any time',
    stale('a Last-Modified'),
    { ...byTime, isNotModified: ({ request }) => request.has('if-modified-since') },
    statusOnly,
  ],
])('a service that %s is found', async (_, finding, mistake, spec) => {
  expect(await found(mistake, spec)).toContain(finding);
});

test.each<[string, Partial<Habits>, object?]>([
  ['keeps to its entity tags', {}],
  ['keeps to them where the document lists the status alone', {}, statusOnly],
  ['has weak entity tags', { tagOf: (tag) => `W/${tag}` }],
  ['gives no validator', { tagOf: () => undefined, isNotModified: () => false }],
  ['has another entity tag each time', { tagOf: () => `"${Math.random()}"`, isNotModified: () => false }],
  ['has times', byTime, withSince],
  [
    'has the same time for changes of one minute',
    {
      ...byTime,
      modifiedOf: (date) => inHttp(new Date(date.getTime() - (date.getTime() % 60_000))),
      isNotModified: (known) =>
        since({ ...known, modified: new Date(known.modified.getTime() - (known.modified.getTime() % 60_000)) }),
    },
    withSince,
  ],
  ['has both and follows the entity tag', { modifiedOf: inHttp }, statusOnly],
])('a service that %s is no finding', async (_, habits, spec) => {
  expect(await found(habits, spec)).toEqual([]);
});

test('a document that promises no 304 may be kept to without one', async () => {
  const { paths, ...rest } = memosDocument();
  const { 304: _, ...responses } = paths['/memos/{id}'].get.responses;
  const get = { ...paths['/memos/{id}'].get, responses };
  const spec = { ...rest, paths: { ...paths, '/memos/{id}': { ...paths['/memos/{id}'], get } } };
  expect(await found({ isNotModified: () => false }, spec)).toEqual([]);
  expect(await found({}, spec)).toEqual([]);
});
