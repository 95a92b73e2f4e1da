import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const error = { description: 'error' };
const errors = { 400: error, 409: error, 415: error, 422: error };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const body = (properties: object) => ({ required: true, ...json(object(properties)) });
const ID = { in: 'path', name: 'id', required: true, schema: { type: 'integer', minimum: 1, maximum: 999_999 } };
const set = { type: 'integer', readOnly: true };
const text = { type: 'string', minLength: 1, maxLength: 40 };
const reference = { type: 'integer', minimum: 1 };
const litres = { type: 'integer', minimum: 1, maximum: 100_000 };
const fields = {
  tanks: { label: text, capacity: litres },
  fuels: { name: text },
  deliveries: { tankId: reference, fuelId: reference, direction: { type: 'string', enum: ['out', 'in'] }, litres },
  refuellings: { tankId: reference, fuelId: reference, litres, driver: text },
};
type Kind = keyof typeof fields;
const kinds: readonly Kind[] = ['tanks', 'fuels', 'deliveries', 'refuellings'];

const pathsOf = (kind: Kind) => {
  const record = object({ id: set, ...fields[kind] });
  const create = { operationId: `create-${kind}`, requestBody: body(fields[kind]) };
  const read = { operationId: `read-${kind}`, responses: { 200: ok(record), 404: error } };
  return [
    [`/${kind}`, { post: { ...create, responses: { 201: ok(record), ...errors } } }],
    [`/${kind}/{id}`, { parameters: [ID], get: read }],
  ];
};

/** Tanks, out of which no more can be taken than was delivered into them. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'fuel', version: '1' },
  paths: Object.fromEntries(kinds.flatMap(pathsOf)),
};

interface Habits {
  /** What a refuelling stores of what it was sent. */
  readonly stored: (sent: object) => object;
  /** What of a delivery comes into the tank. */
  readonly delivered: (litres: number) => number;
}

const healthy: Habits = { stored: (sent) => sent, delivered: (amount) => amount };

function fuelApp({ stored, delivered }: Habits) {
  const records = new Map<string, Record<string, unknown>>();
  const levels = new Map<string, number>();
  const isText = (value: unknown) => typeof value === 'string' && value.length >= 1 && value.length <= 40;
  const isLitres = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100_000;
  const valid: Record<string, (value: unknown) => boolean> = {
    label: isText,
    name: isText,
    driver: isText,
    capacity: isLitres,
    litres: isLitres,
    direction: (value) => value === 'in' || value === 'out',
    tankId: (value) => records.has(`tanks ${value}`),
    fuelId: (value) => records.has(`fuels ${value}`),
  };
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const [, name = '', id = ''] = new URL(request.url).pathname.split('/');
    const status = (code: number) => new Response(null, { status: code });
    const found = records.get(`${name} ${id}`);
    if (id !== '') return found ? Response.json(found) : status(404);
    const sent = await request.json().catch(() => undefined);
    if (sent === undefined) return status(400);
    const kind = kinds.find((each) => each === name) ?? 'tanks';
    const own: Record<string, unknown> = Object(sent);
    if (!Object.keys(fields[kind]).every((field) => valid[field]?.(own[field]))) return status(422);
    if (kind === 'deliveries' || kind === 'refuellings') {
      const at = `${own.tankId} ${own.fuelId}`;
      const change =
        kind === 'deliveries' && own.direction === 'in' ? delivered(Number(own.litres)) : -Number(own.litres);
      const level = (levels.get(at) ?? 0) + change;
      if (level < 0 || level > Number(records.get(`tanks ${own.tankId}`)?.capacity)) return status(409);
      levels.set(at, level);
    }
    const record = { ...(kind === 'refuellings' ? stored(own) : own), id: ++last };
    records.set(`${name} ${last}`, record);
    return Response.json({ ...own, id: last }, { status: 201 });
  };
}

const stateful = async (habits: Habits) => {
  const options = { suites: ['stateful'], consistency: 0, runs: 2 } as const;
  const { findings, operations } = await verify({ spec, app: fuelApp(habits), ...options });
  const accepted = operations.find(({ id }) => id === 'create-refuellings')?.accepted;
  const unverified = operations.filter(({ verified }) => !verified).map(({ id }) => id);
  return { accepted, unverified, checks: findings.map(({ operation, check }) => `${operation} ${check}`) };
};

test('what takes something is verified once another record has brought it to the same place', async () => {
  const { accepted, unverified, checks } = await stateful(healthy);
  expect(checks).toEqual([]);
  expect(unverified).toEqual([]);
  expect(accepted).toBeGreaterThan(3);
});

test('a mistake in what takes something is found', async () => {
  const { checks } = await stateful({ ...healthy, stored: (sent) => ({ ...sent, driver: 'nobody' }) });
  expect(checks).toEqual(['create-refuellings created-is-readable']);
});

test('cases of the other suites have something to take, too', async () => {
  const { operations } = await verify({ spec, app: fuelApp(healthy), suites: ['generated'], seed: 1, runs: 4 });
  expect(operations.filter(({ verified }) => !verified)).toEqual([]);
});

test('what is a conflict whatever is brought there is no finding', async () => {
  const { accepted, checks } = await stateful({ ...healthy, delivered: () => 0 });
  expect({ accepted, checks }).toEqual({ accepted: 0, checks: [] });
});
