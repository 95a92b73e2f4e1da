import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';
import { peopleDocument } from './people-document.ts';

interface Person {
  readonly id: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly rank: number;
  readonly joinedOn: string;
  readonly seenAt: string;
}
type Compare = (a: Person, b: Person) => number;

const by =
  (name: keyof Person, sign = 1): Compare =>
  (a, b) =>
    sign * (Number(a[name] > b[name]) - Number(a[name] < b[name]));
const inTurn =
  (...all: readonly Compare[]): Compare =>
  (a, b) =>
    all.reduce((order, compare) => order || compare(a, b), 0);

async function isFound(description: string, ...order: readonly Compare[]): Promise<boolean> {
  const people = new Map<string, Person>();
  const app = async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.split('/')[2];
    if (request.method === 'POST') {
      const sent = JSON.parse(await request.text());
      const { lastName, firstName, rank, joinedOn } = sent ?? {};
      const areTexts = [lastName, firstName].every((each) => typeof each === 'string' && /^.{2,40}$/su.test(each));
      const isDay = /^\d{4}-\d\d-\d\d$/.test(joinedOn) && !Number.isNaN(Date.parse(joinedOn));
      if (!areTexts || !isDay || !Number.isInteger(rank) || rank < 1 || rank > 90)
        return new Response(null, { status: 400 });
      const made = { id: crypto.randomUUID(), lastName, firstName, rank, joinedOn, seenAt: '2026-01-01T00:00:00Z' };
      people.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    if (id === undefined) return Response.json([...people.values()].toSorted(inTurn(...order)));
    const one = people.get(id);
    if (!one) return new Response(null, { status: 404 });
    if (request.method !== 'DELETE') return Response.json(one);
    people.delete(id);
    return new Response(null, { status: 204 });
  };
  const options = { suites: ['stateful'], seed: 1, consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: peopleDocument(description), app, ...options });
  expect(findings.filter(({ check }) => check !== 'list-follows-query')).toEqual([]);
  return findings.length > 0;
}

test.each([
  'Ordered by lastName, then firstName.',
  'People, sorted by last name and first name, 20 to a page.',
  'Sorted by `lastName`, `firstName`.',
  'Sorted by lastName (ascending) and then by firstName (ascending).',
  'In ascending order of lastName, then by their first name.',
])('what has the same value is in order of the next property that is named: %s', async (description) => {
  expect(await isFound(description, by('lastName'))).toBe(true);
  expect(await isFound(description, by('lastName'), by('firstName', -1))).toBe(true);
  expect(await isFound(description, by('lastName'), by('firstName'))).toBe(false);
});

test('the direction of the next property is its own', async () => {
  const description = 'Ordered by lastName, then by rank (highest first), then by joinedOn.';
  expect(await isFound(description, by('lastName'), by('rank'))).toBe(true);
  expect(await isFound(description, by('lastName'), by('rank', -1))).toBe(true);
  expect(await isFound(description, by('lastName'), by('rank', -1), by('joinedOn'))).toBe(false);
});

test('the latest or the largest may come first where the document does not say', async () => {
  for (const sign of [1, -1]) {
    expect(await isFound('Sorted by last name and rank.', by('lastName'), by('rank', sign))).toBe(false);
    expect(await isFound('Sorted by joinedOn, then last name.', by('joinedOn', -1), by('lastName', sign))).toBe(false);
  }
});

test('what is not plainly a further property is none', async () => {
  for (const text of [
    'Sorted by lastName, firstName shown first.',
    'Sorted by lastName, then by id.',
    'Sorted by lastName, then newest first.',
    'Sorted by lastName, those of one name by firstName.',
    'Sorted by lastName, then by date of joining.',
    'Sorted by lastName, then by score.',
    'Sorted by lastName, then by firstName or rank.',
    'Sorted by lastName, then by rank, smallest first.',
    'Sorted by seenAt, then firstName.',
  ])
    expect(await isFound(text, by('lastName'), by('seenAt')), text).toBe(false);
  expect(await isFound('Sorted by lastName and time of joining.', by('rank')), 'and').toBe(false);
});

test('the mock keeps to the order of all that is named', async () => {
  for (const text of [
    'Sorted by lastName, then by rank (highest first).',
    'Sorted by joinedOn and first name.',
    'Sorted by person rank, then by last name.',
  ])
    expect(await findingsOnMock(peopleDocument(text)), text).toEqual([]);
});
