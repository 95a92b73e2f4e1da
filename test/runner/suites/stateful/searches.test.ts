import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Report, verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';
import { searchesDocument } from './searches-document.ts';

type Note = Record<string, unknown>;

function isValid({ title, kind, done, ...others }: Note): boolean {
  const isText = typeof title === 'string' && title !== '' && title.length <= 60;
  return (
    isText && ['idea', 'task'].includes(String(kind)) && typeof done === 'boolean' && Object.keys(others).length === 0
  );
}

interface Search {
  readonly filters?: { readonly kind?: string; readonly done?: boolean; readonly title_contains?: string };
  readonly page?: number;
  readonly page_size?: number;
}
/** What a search finds, in place of what it should. */
type Find = (found: Note[], asked: Search, every: readonly Note[], gone: readonly Note[]) => Note[];

/** Serves notes until the test is over. */
function serveNotes(find: Find = (found) => found, count = (total: number, _shown: number) => total): Promise<string> {
  const kept: Note[] = [];
  const gone: Note[] = [];
  const respond = (method: string, path: string, value: unknown): [status: number, body?: unknown] => {
    const [, , own] = path.split('/');
    if (own === 'search') return [200, searched(value as Search)];
    if (own === undefined && method === 'GET') return [200, { total: kept.length, items: kept }];
    if (own === undefined && !isValid(value as Note)) return [422];
    if (own === undefined) kept.push({ id: `n${kept.length + gone.length}`, ...(value as Note) });
    if (own === undefined) return [201, kept.at(-1)];
    const index = kept.findIndex((each) => each['id'] === own);
    if (index === -1) return [404];
    if (method === 'DELETE') gone.push(...kept.splice(index, 1));
    return method === 'DELETE' ? [204] : [200, kept[index]];
  };
  const searched = (asked: Search) => {
    const { kind, done, title_contains: part = '' } = asked.filters ?? {};
    const isFound = (each: Note) =>
      (kind ?? each['kind']) === each['kind'] &&
      (done ?? each['done']) === each['done'] &&
      String(each['title']).includes(part);
    const found = find(kept.filter(isFound), asked, kept, gone);
    const { page: number = 1, page_size: length = 20 } = asked;
    const items = found.slice((number - 1) * length, number * length);
    return { total: count(found.length, items.length), items };
  };
  return serve(async (request, response) => {
    const received = (await bodyOf(request)).toString();
    const [status, value] = respond(request.method ?? '', request.url ?? '', received && JSON.parse(received));
    response.writeHead(status, value === undefined ? {} : { 'content-type': 'application/json' });
    response.end(value === undefined ? undefined : JSON.stringify(value));
  });
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'searches-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(searchesDocument));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(target: string | undefined): Promise<Report> {
  const options = { suites: ['stateful' as const], consistency: 60, runs: 2, lint: false };
  return verify({ spec: join(folder, 'openapi.json'), ...options, ...(target ? { target } : {}) });
}

const described = ({ findings }: Report) => findings.map(({ check, operation }) => `${operation} ${check}`);

test('a search that finds what it is asked for is no finding, nor is the one of the mock', async () => {
  for (const target of [await serveNotes(), undefined]) expect(described(await run(target))).toEqual([]);
});

test('a search that finds nothing unless it is asked for something, or only what is done, is left alone', async () => {
  expect(described(await run(await serveNotes((found, { filters: asked }) => (asked ? found : []))))).toEqual([]);
  const isDone = ({ done }: Note) => done === true;
  expect(described(await run(await serveNotes((found) => found.filter(isDone))))).toEqual([]);
});

test.each<[finding: string, what: string, find: Find]>([
  [
    'search list-follows-query',
    'ignores an enumerated filter',
    (found, asked, all) => (asked.filters?.kind ? [...all] : found),
  ],
  [
    'search list-follows-query',
    'ignores a switch',
    (found, asked, all) => (asked.filters?.done === undefined ? found : [...all]),
  ],
  [
    'search list-follows-query',
    'ignores a part of a text',
    (found, asked, all) => (asked.filters?.title_contains ? [...all] : found),
  ],
  ['search created-is-listed', 'forgets what was created last', (found) => found.slice(0, -1)],
  [
    'search created-is-listed',
    'forgets every third',
    (found) => found.filter(({ id }) => Number(String(id).slice(1)) % 3 !== 1),
  ],
  [
    'search pages-are-complete',
    'shows the first page on every page',
    (found, { page: number = 1, page_size: length }) => [
      ...(length === undefined ? [] : Array.from({ length: (number - 1) * length }, () => ({}))),
      ...found,
    ],
  ],
  ['delete delete-removes', 'finds what was deleted', (found, _asked, _all, gone) => [...gone, ...found]],
])('%s: a search that %s', async (finding, _, find) => {
  expect(described(await run(await serveNotes(find)))).toContain(finding);
});

test('the total of a search is that of all pages', async () => {
  const report = await run(await serveNotes(undefined, (_, shown) => shown));
  expect(described(report)).toContain('search pages-are-complete');
});
