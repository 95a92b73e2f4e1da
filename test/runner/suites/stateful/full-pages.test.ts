import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { shelvesDocument } from './shelves-document.ts';

interface Page {
  readonly total: number;
  readonly count: number;
  readonly limit: number;
  readonly end: number;
}

interface Shelf {
  readonly id: number;
  readonly label: string;
  readonly height: number;
}

interface Habits {
  readonly hasNext: (page: Page) => boolean;
  readonly count: (page: Page) => number;
  readonly pages: (page: Page) => number;
  readonly rejectsEmpty: boolean;
  /** What a later page leaves out. */
  readonly skips: (item: Shelf, last: Shelf, sort: string | null) => boolean;
}

const CONFORMING: Habits = {
  hasNext: ({ end, total }) => end < total,
  count: ({ total }) => total,
  pages: ({ total, limit }) => Math.ceil(total / limit),
  rejectsEmpty: false,
  skips: () => false,
};

function shelvesApp(mistake: Partial<Habits>) {
  const habits = { ...CONFORMING, ...mistake };
  const shelves = new Map<number, Shelf>();
  let last = 0;
  const list = (query: URLSearchParams) => {
    const sort = query.get('sort');
    const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
    const sign = sort?.startsWith('-') ? -1 : 1;
    const by = (one: Shelf, other: Shelf) =>
      sort === null ? 0 : sort === 'label' ? (one.label < other.label ? -1 : 1) : sign * (one.height - other.height);
    const all = [...shelves.values()].sort(by);
    const before = all[offset - 1];
    const items = all.slice(offset, offset + limit).filter((item) => !before || !habits.skips(item, before, sort));
    if (habits.rejectsEmpty && offset > 0 && items.length === 0) return new Response(null, { status: 400 });
    const page = { total: all.length, count: items.length, limit, end: offset + limit };
    query.set('offset', String(page.end));
    const next = habits.hasNext(page) ? `/shelves?${query}` : null;
    return Response.json({ items, count: habits.count(page), pages: habits.pages(page), next });
  };
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = Number(pathname.split('/')[2] ?? 0);
    if (request.method === 'POST') {
      const sent = JSON.parse(await request.text());
      if (!Number.isInteger(sent.height) || !sent.label) return new Response(null, { status: 400 });
      const own = { ...sent, id: ++last };
      shelves.set(last, own);
      return Response.json(own, { status: 201 });
    }
    if (id > 0 && !shelves.has(id)) return new Response(null, { status: 404 });
    if (request.method === 'DELETE') return new Response(null, { status: shelves.delete(id) ? 204 : 404 });
    return id > 0 ? Response.json(shelves.get(id)) : list(searchParams);
  };
}

async function found(mistake: Partial<Habits>, description?: string, spec: object = shelvesDocument(description)) {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec, app: shelvesApp(mistake), ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`).join();
}

const hasFullNext: Habits['hasNext'] = ({ count, limit }) => count === limit;

test.each<[string, Partial<Habits>, string]>([
  [
    'names a next page on a full last one',
    { hasNext: hasFullNext },
    'pages-are-complete: the last page, which is full, names a next one',
  ],
  ['counts the page alone', { count: ({ count }) => count }, 'pages-are-complete: no page has the record'],
  [
    'counts one page too many',
    { pages: ({ total, limit }) => Math.floor(total / limit) + 1 },
    'pages-are-complete: /pages is not the number of pages that',
  ],
  [
    'counts only the pages that are full',
    { pages: ({ total, limit }) => Math.floor(total / limit) },
    'pages-are-complete: /pages is not the number of pages that',
  ],
  [
    'skips what is equal in the order to the last record of the page before',
    { skips: (item, last, sort) => sort !== null && sort !== 'label' && item.height === last.height },
    'pages-are-complete: no page has the record',
  ],
])('a service that %s is found', async (_, mistake, message) => {
  expect(await found(mistake)).toContain(message);
});

test('a service that ends before the last of three pages is found, although nothing chooses the order', async () => {
  const spec = shelvesDocument();
  spec.paths['/shelves'].get.parameters.pop();
  const hasNext: Habits['hasNext'] = ({ end, limit, total }) => end < total && (end === limit || end + limit < total);
  expect(await found({ hasNext }, undefined, spec)).toContain('pages-are-complete: no page has the record');
  expect(await found({}, undefined, spec)).toBe('');
});

test('a service that keeps to the document raises no alarm', async () => {
  expect(await found({})).toBe('');
});

test('where the document does not say so, a full page may name a next one, and a count may be that of the page', async () => {
  const description = 'Lists give `count`, and `next`, the address of the following page.';
  expect(await found({ hasNext: hasFullNext }, description)).toBe('');
  expect(await found({ count: ({ count }) => count, pages: () => 1 }, description)).toBe('');
});

test.each([
  '`next` is null if there are no more records.',
  'If there are no further shelves, `next` is null.',
  '`next` is null on the last page. The last page is never empty.',
])('%s: the last page, which is full, names no next one', async (description) => {
  expect(await found({ hasNext: hasFullNext }, description)).toContain('names a next one');
});

test.each([
  'Lists are paged. `meta.next` is the next page. It is absent from the last page.',
  '`next` names the following page unless this is the last page.',
  '`next` is null on the last one.',
  'If `next` is null, there are no more records.',
  '`next` is null when there are no more pages.',
  '`next` is null if there are no more shelves than `limit`.',
])('%s: an empty page may be the last one', async (description) => {
  expect(await found({ hasNext: hasFullNext }, description)).toBe('');
});

test('a next page that is rejected was no page, so that the full one before it is the last', async () => {
  const description = '`next` is null on the last page.';
  const message = await found({ hasNext: hasFullNext, rejectsEmpty: true }, description);
  expect(message).toContain('names a next one');
});
