import { describe, expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const integer = { type: 'integer', minimum: 1, maximum: 1000 };
const line = { sku: { type: 'string', minLength: 1, maxLength: 20 }, quantity: integer };
const shownLine = { type: 'object', required: ['id', 'sku', 'quantity'], properties: { id: integer, ...line } };
const Order = {
  type: 'object',
  required: ['id', 'note', 'lines'],
  properties: { id: integer, note: { type: 'string' }, lines: { type: 'array', items: shownLine } },
};
const order = { description: 'the order', ...json({ $ref: '#/components/schemas/Order' }) };
const errors = { 400: { description: 'invalid' }, 404: { description: 'unknown' } };
const sends = (properties: object) => {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  return { requestBody: { required: true, ...json(schema) } };
};
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: integer });

/** Orders whose lines are shown in them alone, also by what adds, changes and removes one. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: { operationId: 'create', ...sends({ note: { type: 'string' } }), responses: { 201: order, ...errors } },
    },
    '/orders/{orderId}': {
      parameters: [parameter('orderId')],
      get: { operationId: 'read', responses: { 200: order, ...errors } },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, ...errors } },
    },
    '/orders/{orderId}/lines': {
      parameters: [parameter('orderId')],
      post: { operationId: 'addLine', ...sends(line), responses: { 201: order, ...errors } },
    },
    '/orders/{orderId}/lines/{lineId}': {
      parameters: [parameter('orderId'), parameter('lineId')],
      patch: { operationId: 'changeLine', ...sends({ quantity: integer }), responses: { 200: order, ...errors } },
      delete: { operationId: 'removeLine', responses: { 200: order, ...errors } },
    },
  },
  components: { schemas: { Order } },
};

interface Line {
  readonly id: number;
  readonly sku: string;
  quantity: number;
}

interface Behavior {
  readonly add?: (lines: Line[], added: Line) => Line[];
  readonly change?: (line: Line, quantity: number) => void;
  readonly remove?: (lines: Line[], id: number) => Line[];
}

const conforming: Required<Behavior> = {
  add: (lines, added) => [...lines, added],
  change: (changed, quantity) => {
    changed.quantity = quantity;
  },
  remove: (lines, id) => lines.filter((each) => each.id !== id),
};

const isQuantity = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 1000;
const isSku = (value: unknown) => typeof value === 'string' && value.length >= 1 && value.length <= 20;

function orders(behavior: Behavior): (call: Call) => Reply {
  const { add, change, remove } = { ...conforming, ...behavior };
  const stored = new Map<string, { id: number; note: string; lines: Line[] }>();
  let last = 0;
  return ({ method, path, body }) => {
    const [, , id, , lineId] = path.split('/');
    if (id === undefined) {
      if (typeof body?.['note'] !== 'string') return { status: 400 };
      const created = { id: ++last, note: body['note'], lines: [] };
      stored.set(String(created.id), created);
      return { status: 201, body: { ...created, lines: [] } };
    }
    const found = stored.get(id);
    if (!found) return { status: 404 };
    const shown = (status: number) => ({ status, body: { ...found, lines: found.lines.map((each) => ({ ...each })) } });
    if (method === 'GET' || method === 'HEAD') return shown(200);
    if (method === 'POST') {
      const { sku, quantity } = body ?? {};
      if (!isSku(sku) || !isQuantity(quantity)) return { status: 400 };
      found.lines = add(found.lines, { id: ++last, sku: String(sku), quantity: Number(quantity) });
      return shown(201);
    }
    if (lineId === undefined) return { status: stored.delete(id) ? 204 : 404 };
    const own = found.lines.find((each) => String(each.id) === lineId);
    if (!own) return { status: 404 };
    if (method === 'PATCH' && !isQuantity(body?.['quantity'])) return { status: 400 };
    if (method === 'PATCH') change(own, Number(body?.['quantity']));
    else found.lines = remove(found.lines, own.id);
    return shown(200);
  };
}

async function run(behavior: Behavior) {
  const target = await serveCalls(orders(behavior));
  return verify({ spec, target, suites: ['generated', 'stateful'], effort: 'quick', consistency: 20 });
}

describe('records that are shown inside the one above, which adding them gives back', () => {
  test.each<[string, Behavior]>([
    ['added at the end', {}],
    ['added at the beginning', { add: (lines, added) => [added, ...lines] }],
    [
      'added to one of the same kind',
      {
        add: (lines, added) => {
          const same = lines.find(({ sku }) => sku === added.sku);
          if (same) same.quantity = Math.min(1000, same.quantity + added.quantity);
          return same ? lines : [...lines, added];
        },
      },
    ],
  ])('conform: %s', async (_, behavior) => {
    const { findings, operations } = await run(behavior);
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
    expect(operations.filter(({ verified }) => !verified)).toEqual([]);
  });

  test.each<[string, Behavior, string]>([
    ['not added', { add: (lines, added) => (added.sku.length > 3 ? lines : [...lines, added]) }, 'created-is-listed'],
    ['not removed', { remove: (lines) => lines }, 'delete-removes'],
    ['removed all at once', { remove: () => [] }, 'created-is-listed'],
  ])('do not conform: %s', async (_, behavior, check) => {
    const { findings } = await run(behavior);
    expect(findings.map((each) => each.check)).toContain(check);
  });
});
