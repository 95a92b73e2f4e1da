import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { eventsDocument } from './events-document.ts';
import { findingsOnMock } from './on-mock.ts';

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly place: string;
  readonly kind: string;
  readonly owner: string;
  readonly startsAt: string;
  readonly price: number;
}
type Selects = (entry: Entry, value: string) => boolean;

const time = (text: string) => Date.parse(text);
const HEALTHY: Record<string, Selects> = {
  name: (each, value) => each.name.toLowerCase() === value.toLowerCase(),
  kind: (each, value) => each.kind === value,
  owner: (each, value) => each.owner === value,
  from: (each, value) => time(each.startsAt) >= time(value),
  to: (each, value) => time(each.startsAt) < time(value),
  minPrice: (each, value) => each.price >= Number(value),
  q: (each, value) => each.name.toLowerCase().includes(value.toLowerCase()),
  keywords: (each, value) => each.name.includes(value),
  search: (each, value) => each.name.includes(value) || each.place.includes(value),
};

async function found(mistakes: Record<string, Selects>, isAny = false): Promise<string[]> {
  const entries = new Map<number, Entry>();
  const filters = { ...HEALTHY, ...mistakes };
  const isEntry = (sent: Partial<Entry> | null) =>
    typeof sent?.name === 'string' && typeof sent.price === 'number' && !Number.isNaN(time(String(sent.startsAt)));
  const app = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = Number(pathname.split('/')[2] ?? 0);
    if (request.method === 'POST') {
      const sent = JSON.parse(await request.text());
      if (!isEntry(sent)) return new Response(null, { status: 400 });
      const made: Entry = { ...sent, id: entries.size + 1 };
      entries.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    if (id === 0) {
      const given = [...searchParams].map(
        ([own, value]) =>
          (each: Entry) =>
            filters[own]?.(each, value) ?? true,
      );
      const selects = (each: Entry) =>
        given.length === 0 || (isAny ? given.some((one) => one(each)) : given.every((one) => one(each)));
      return Response.json([...entries.values()].filter(selects));
    }
    const one = entries.get(id);
    if (!one) return new Response(null, { status: 404 });
    if (request.method !== 'DELETE') return Response.json(one);
    entries.delete(id);
    return new Response(null, { status: 204 });
  };
  const options = { suites: ['stateful'], seed: 1, consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: eventsDocument(), app, ...options });
  return findings.filter(({ check }) => check === 'list-follows-query').map(({ message }) => message);
}

test('filters do what the document says in words', async () => {
  expect(await found({})).toEqual([]);
});

test('a bound is inclusive or exclusive as the document says', async () => {
  const from: Selects = (each, value) => time(each.startsAt) > time(value);
  const to: Selects = (each, value) => time(each.startsAt) <= time(value);
  const minPrice: Selects = (each, value) => each.price > Number(value);
  expect(await found({ from })).toEqual(['the list leaves out what its filter from selects']);
  expect(await found({ to })).toEqual(['the list has records that its filter to excludes']);
  expect(await found({ minPrice })).toEqual(['the list leaves out what its filter minPrice selects']);
});

test('a filter ignores case where the document says so', async () => {
  const exact: Selects = (each, value) => each.name === value;
  expect(await found({ name: exact })).toEqual(['the list leaves out what its filter name selects']);
});

test('a search ignores case where the document says so, in whatever property it finds a text', async () => {
  const exact: Selects = (each, value) => each.name.includes(value);
  expect(await found({ q: exact })).toEqual(['list finds a record by q, but not in another case']);
  expect(await findingsOnMock(eventsDocument())).toEqual([]);
});

test('a search finds a part of a text where the document says so', async () => {
  const prefix: Selects = (each, value) => each.name.startsWith(value);
  expect(await found({ keywords: prefix })).toEqual(['list finds a record by keywords, but not by a part of the text']);
});

test('all filters that are given have to match where the document says so', async () => {
  expect(await found({}, true)).toEqual([expect.stringMatching(/^the list has records that its filter \w+ excludes$/)]);
});

test('a search looks in each of the properties that the document names', async () => {
  const inName: Selects = (each, value) => each.name.includes(value);
  const inPlace: Selects = (each, value) => each.place.includes(value);
  expect(await found({ search: inName })).toEqual(['list finds a record by search, but not by its place']);
  expect(await found({ search: inPlace })).toEqual(['list finds a record by search, but not by its name']);
});
