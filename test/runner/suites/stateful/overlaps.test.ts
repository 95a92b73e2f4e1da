import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { startMock, verify } from '../../../../harness/index.ts';
import { isLeftOut } from '../../../../harness/openapi/resources/prose/overlaps.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const id = { ...text, readOnly: true };
const date = { type: 'string', format: 'date' };
const Boat = { type: 'object', required: ['name'], properties: { id, name: text } };
const Rental = {
  type: 'object',
  required: ['boatId', 'start', 'end', 'name'],
  properties: { id, boatId: text, start: date, end: date, name: text },
};
const errors = Object.fromEntries([400, 404, 409, 422].map((each) => [each, { description: 'error' }]));
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
const gives = (schema: object) => ({ description: 'ok', ...json(schema) });
const creation = (schema: object, description: string, of422 = 'error') => ({
  description,
  requestBody: { required: true, ...json(schema) },
  responses: { 201: gives(schema), ...errors, 422: { description: of422 } },
});
const read = (schema: object) => ({ parameters, get: { responses: { 200: gives(schema), ...errors } } });

/** Boats that are rented by the day. */
const documentOf = (ofRental: string, of422 = 'No such boat, or end before start', ofEnd = '') => ({
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1' },
  paths: {
    '/boats': { post: creation(Boat, 'Add a boat') },
    '/boats/{id}': read(Boat),
    '/rentals': {
      post: creation(
        { ...Rental, properties: { ...Rental.properties, end: { ...date, description: ofEnd } } },
        ofRental,
        of422,
      ),
      get: { responses: { 200: gives({ type: 'array', items: Rental }), ...errors } },
    },
    '/rentals/{id}': read(Rental),
  },
});

type Rented = Record<'boatId' | 'start' | 'end' | 'name', string>;
interface Habits {
  readonly isTaken: (one: Rented, other: Rented) => boolean;
  readonly storesRejected: boolean;
  readonly mayEndFirst: boolean;
}

const overlap: Habits['isTaken'] = (one, other) =>
  one.boatId === other.boatId && one.start < other.end && other.start < one.end;

function boats({ isTaken, storesRejected, mayEndFirst }: Habits): (call: Call) => Reply {
  const all = new Map<string, JsonObject>();
  const rentals: (JsonObject & Rented)[] = [];
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  return ({ method, path, body }) => {
    const [, kind, own] = path.split('/');
    if (own !== undefined) {
      const found = kind === 'boats' ? all.get(own) : rentals.find((each) => each['id'] === own);
      return found ? { status: 200, body: found } : { status: 404 };
    }
    if (method === 'GET') return { status: 200, body: rentals };
    const { name, boatId, start, end } = (body ?? {}) as Record<string, unknown>;
    if (!isText(name)) return { status: 400 };
    if (kind === 'boats') {
      const made = { id: `b${all.size}`, name };
      all.set(made.id, made);
      return { status: 201, body: made };
    }
    if (!isText(boatId) || !isText(start) || !isText(end)) return { status: 400 };
    if (!all.has(boatId) || !(start < end || mayEndFirst)) return { status: 422 };
    const made = { id: `r${rentals.length}`, boatId, start, end, name };
    const isRejected = rentals.some((each) => isTaken(each, made));
    if (!isRejected || storesRejected) rentals.push(made);
    return isRejected ? { status: 409 } : { status: 201, body: made };
  };
}

const TOLD = "A boat can't be rented twice for the same day (409).";

async function found(habits: Partial<Habits>, ofRental = TOLD, of422?: string, ofEnd?: string): Promise<string[]> {
  const conforming = { isTaken: overlap, storesRejected: false, mayEndFirst: false };
  const target = await serveCalls(boats({ ...conforming, ...habits }));
  const options = { suites: ['stateful'], consistency: 20, runs: 0 } as const;
  const { findings } = await verify({ spec: documentOf(ofRental, of422, ofEnd), target, ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

const conflict =
  'conflict-is-rejected: it creates a rental at the time of another of the same boat, which the document calls a conflict';

test('what the document says is taken once at a time is not taken twice', async () => {
  expect(await found({})).toEqual([]);
  expect(await found({ isTaken: () => false })).toEqual([conflict]);
  const sameStart: Habits['isTaken'] = (one, other) => one.boatId === other.boatId && one.start === other.start;
  expect(await found({ isTaken: sameStart })).toEqual([conflict]);
  expect(await found({ storesRejected: true })).toEqual([
    'rejected-changes-nothing: it stores the rental of a request that it rejects',
  ]);
});

test('what must not overlap another record does not, unless only some of those in other states count', async () => {
  const must = 'Rent a boat. A rental must not overlap another one of the same boat.';
  expect(await found({}, must)).toEqual([]);
  expect(await found({ isTaken: () => false }, must)).toEqual([conflict]);
  const listed = ['requested', 'confirmed', 'cancelled'];
  const told = (sentence: string) => ({ sentences: [sentence] });
  expect(isLeftOut(told('it must not overlap a confirmed rental'), 'requested', listed)).toBe(true);
  expect(isLeftOut(told('it must not overlap a requested or confirmed rental'), 'requested', listed)).toBe(false);
  expect(isLeftOut(told('it must not overlap one that is not cancelled'), 'requested', listed)).toBe(false);
});

test.each([
  ['Rent a boat'],
  ['Rent a boat. Rentals may overlap; 409 if the boat leaks.'],
  ['Rent a boat. One that starts when another ends does not overlap it.'],
])('%s: without such words, it may be', async (ofRental) => {
  expect(await found({ isTaken: () => false }, ofRental)).toEqual([]);
});

test('what the document says of an end before the start is rejected', async () => {
  const first = [
    'conflict-is-rejected: it creates a rental that ends before it begins, which the document calls an error',
  ];
  expect(await found({ mayEndFirst: true })).toEqual(first);
  expect(await found({ mayEndFirst: true }, TOLD, 'The end must be after the start.')).toEqual(first);
  expect(await found({ mayEndFirst: true }, TOLD, 'No such boat')).toEqual([]);
  expect(await found({ mayEndFirst: true }, TOLD, 'It ends after the start of another rental')).toEqual([]);
});

test.each(['Not before the start', 'The last day, must be after `start`', 'Cannot be earlier than the start date'])(
  'an end before the start is rejected where the end is described so: %s',
  async (ofEnd) => {
    expect(await found({ mayEndFirst: true }, TOLD, '', ofEnd)).toEqual([
      'conflict-is-rejected: it creates a rental that ends before it begins, which the document calls an error',
    ]);
    expect(await found({}, TOLD, '', ofEnd)).toEqual([]);
  },
);

test.each([
  'Not before the start of the season',
  'After the start',
  'Should not be before the start',
  'Not before today',
])('this does not say that an end before the start is rejected: %s', async (ofEnd) => {
  expect(await found({ mayEndFirst: true }, TOLD, '', ofEnd)).toEqual([]);
});

test.each([
  documentOf(TOLD),
  documentOf('Rent a boat. It must not overlap another rental of the boat.', '', 'Not before the start'),
])('the mock has nothing taken twice', async (spec) => {
  const mock = await startMock({ spec, port: 0 });
  try {
    const { findings } = await verify({ spec, target: mock.url, suites: ['stateful'], runs: 2 });
    expect(findings).toEqual([]);
    const options = { suites: ['generated'], runs: 10 } as const;
    expect((await verify({ spec, target: mock.url, ...options })).findings).toEqual([]);
  } finally {
    await mock.close();
  }
});
