import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { lockersDocument } from './lockers-document.ts';
import { findingsOnMock } from './on-mock.ts';
import { ordersOfProductsDocument } from './orders-of-products-document.ts';

interface Locker {
  readonly id: number;
  readonly label: string;
  readonly state: 'free' | 'rented';
  readonly closed: boolean;
}

/** @param isFree whether a locker can be rented */
function lockersApp(isFree: (locker: Locker) => boolean, rejection = 409) {
  const lockers = new Map<number, Locker>();
  const rentals = new Map<number, object>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const [, name = '', id = '', action] = new URL(request.url).pathname.split('/');
    const sent = request.method === 'POST' ? JSON.parse((await request.text()) || '{}') : {};
    const status = (code: number) => new Response(null, { status: code });
    const found = name === 'lockers' ? lockers.get(Number(id)) : rentals.get(Number(id));
    if (id !== '' && !found) return status(404);
    const locker = lockers.get(Number(name === 'lockers' ? id : sent.lockerId));
    if (action === 'close' && locker) {
      lockers.set(locker.id, { ...locker, closed: true });
      return Response.json(lockers.get(locker.id));
    }
    if (id !== '') return Response.json(found);
    const own = { id: ++last };
    if (name === 'lockers') {
      lockers.set(own.id, { ...own, label: sent.label, state: 'free', closed: sent.closed ?? false });
      return Response.json(lockers.get(own.id), { status: 201 });
    }
    if (!locker) return status(404);
    if (!isFree(locker)) return status(rejection);
    lockers.set(locker.id, { ...locker, state: 'rented' });
    rentals.set(own.id, { ...own, lockerId: locker.id });
    return Response.json({ ...own, lockerId: locker.id }, { status: 201 });
  };
}

const ALL = 'Rent a locker. 409 if the locker is rented or closed.';
const healthy = ({ state, closed }: Locker) => state === 'free' && !closed;

async function found(
  description: string,
  isFree: (locker: Locker) => boolean,
  others: Parameters<typeof lockersDocument>[1] = {},
) {
  const app = lockersApp(isFree, others.unprocessable === undefined ? 409 : 422);
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: lockersDocument(description, others), app, ...options });
  return findings.map(({ operation, check, message }) => `${operation} ${check}: ${message}`);
}

const say = (what: string) =>
  `rent conflict-is-rejected: it is accepted although ${what}, which the document calls a conflict`;

test.each<[what: string, isFree: (locker: Locker) => boolean]>([
  ['/state of the locker is rented', ({ closed }) => !closed],
  ['/closed of the locker is true', ({ state }) => state === 'free'],
])('a creation is a conflict where the document says so: %s', async (what, isFree) => {
  expect(await found(ALL, isFree)).toEqual([say(what)]);
});

test('each form of the sentence is read', async () => {
  for (const text of ['404 unknown locker, 409 closed locker', 'A conflict when a locker has been closed already'])
    expect(await found(text, () => true)).toEqual([say('/closed of the locker is true')]);
});

test('a service that rejects what the document says raises no alarm, nor one that may do more', async () => {
  expect(await found(ALL, healthy)).toEqual([]);
  expect(await found('Rent a locker. 409 if the locker is closed.', ({ closed }) => !closed)).toEqual([]);
  expect(await found('Rent a locker, unless it is closed.', () => true)).toEqual([]);
  expect(await found('Rent a locker. 409 unless the locker is free.', () => true)).toEqual([]);
});

test('the mock rejects what the document calls a conflict', async () => {
  const { findings } = await verify({ spec: lockersDocument(ALL), suites: ['stateful'], runs: 0 });
  expect(findings).toEqual([]);
});

test.each<[description: string, unprocessable: string, what: string]>([
  ['Rent a locker. A rental of a closed locker is rejected with 422.', 'invalid', '/closed of the locker is true'],
  ['Rent a locker: 422 if the locker is closed.', 'invalid', '/closed of the locker is true'],
  ['Rent a locker.', 'The locker does not exist or is closed.', '/closed of the locker is true'],
  ['Rent a locker.', 'The locker is not free.', '/state of the locker is rented'],
])('so it is with 422: %s %s', async (description, unprocessable, what) => {
  expect(await found(description, () => true, { unprocessable })).toEqual([say(what)]);
  expect(await found(description, healthy, { unprocessable })).toEqual([]);
});

test('a client may create a record in the state that forbids it', async () => {
  const others = { unprocessable: 'The locker is closed.', isGiven: true };
  expect(await found('Rent a locker.', () => true, others)).toEqual([say('/closed of the locker is true')]);
  expect(await found('Rent a locker.', healthy, others)).toEqual([]);
  const { findings } = await verify({ spec: lockersDocument('Rent.', others), suites: ['stateful'], runs: 0 });
  expect(findings).toEqual([]);
});

test('what 422 is not said of, or of which the document has no such state, is no claim', async () => {
  for (const unprocessable of [
    'The locker is broken.',
    'The renter is closed.',
    'The locker may be closed.',
    'A closed form.',
  ])
    expect(await found('Rent a locker.', () => true, { unprocessable }), unprocessable).toEqual([]);
  expect(await found('Rent a locker. A rental of a closed locker is rejected with 422.', () => true)).toEqual([]);
});

/** @param isLenient whether a product that is discontinued can be ordered */
function ordersService(isLenient: boolean): (call: Call) => Reply {
  const all = new Map<string, JsonObject>();
  const isText = (value: JsonValue | undefined) => typeof value === 'string' && value !== '';
  const isLine = (line: JsonValue) => {
    const { productId, quantity } = line as JsonObject;
    const product = all.get(`/products/${String(productId)}`);
    const isOrdered = product !== undefined && (isLenient || product['status'] === 'active');
    return isOrdered && Number.isInteger(quantity) && Number(quantity) > 0;
  };
  return ({ method, path, body = {} }) => {
    if (method === 'GET') return all.has(path) ? { status: 200, body: all.get(path) } : { status: 404 };
    const id = String(all.size + 1);
    const { name, status = 'active', note, lines = [] } = body;
    const isProduct = path === '/products' && isText(name) && ['active', 'discontinued'].includes(String(status));
    const isOrder =
      path === '/orders' && isText(note) && Array.isArray(lines) && lines.length < 10 && lines.every(isLine);
    if (!isProduct && !isOrder) return { status: 422 };
    const record: JsonObject = isProduct ? { id, name: name ?? '', status } : { id, note: note ?? '', lines };
    all.set(`${path}/${id}`, record);
    return { status: 201, body: record };
  };
}

const ACTIVE = 'Each product has to be active, and is on one line at most: otherwise, the order is rejected with 422.';

test('what a line names may not be in a state that the document forbids; an order without lines names nothing', async () => {
  const options = { suites: ['stateful'], consistency: 0, runs: 0, spec: ordersOfProductsDocument(ACTIVE) } as const;
  const of = async (isLenient: boolean) => {
    const { findings } = await verify({ ...options, target: await serveCalls(ordersService(isLenient)) });
    return findings.map(({ operation, check, message }) => `${operation} ${check}: ${message}`);
  };
  expect(await of(false)).toEqual([]);
  expect(await of(true)).toEqual([
    'createOrder conflict-is-rejected: it is accepted although /status of the product is discontinued, which the document calls a conflict',
  ]);
});

test('the mock rejects what a line may not name', async () => {
  expect(await findingsOnMock(ordersOfProductsDocument(ACTIVE))).toEqual([]);
});
