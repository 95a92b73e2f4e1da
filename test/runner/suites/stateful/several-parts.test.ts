import { expect, test } from 'vitest';
import { applyMergePatch } from '../../../../harness/core/json/merge-patch.ts';
import type { JsonObject, JsonValue } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';

const json = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const error = { description: 'error' };
const text = { type: 'string', minLength: 1, maxLength: 60 };
const errors = { 400: error, 404: error };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const values = { type: 'object', additionalProperties: { type: ['string', 'null'], maxLength: 40 } };
const line = { productId: { type: 'integer' }, quantity: { type: 'integer', minimum: 1, maximum: 100 } };
const Line = { type: 'object', required: Object.keys(line), properties: line };
const shown = (properties: object) => ({
  type: 'object',
  required: ['id', ...Object.keys(properties)],
  properties: { id: { type: 'integer', readOnly: true }, ...properties },
});
const Product = shown({ name: text, attributes: values });
const Order = shown({ lines: { type: 'array', minItems: 1, items: Line } });

/** Products with a map that is named like that of JSON:API, and orders of several products. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/products': {
      post: { requestBody: { required: true, ...json(Product) }, responses: { 201: ok(Product), 400: error } },
    },
    '/products/{id}': {
      parameters: [id],
      get: { responses: { 200: ok(Product), ...errors } },
      patch: {
        requestBody: {
          required: true,
          ...json({ type: 'object', properties: { name: text, attributes: values } }, 'application/merge-patch+json'),
        },
        responses: { 200: ok(Product), ...errors },
      },
    },
    '/orders': {
      post: { requestBody: { required: true, ...json(Order) }, responses: { 201: ok(Order), 400: error, 422: error } },
    },
    '/orders/{id}': { parameters: [id], get: { responses: { 200: ok(Order), ...errors } } },
  },
};

const isText = (value: JsonValue | undefined) => typeof value === 'string' && value.length > 0 && value.length <= 60;
const isValues = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => each === null || (typeof each === 'string' && each.length <= 40));

interface Mistakes {
  readonly attributes?: (sent: JsonObject) => JsonObject;
  readonly patch?: (before: JsonObject, sent: JsonObject) => JsonObject;
  readonly lines?: (sent: readonly JsonObject[]) => readonly JsonObject[];
}

const merged = (before: JsonObject, sent: JsonObject) => applyMergePatch(before, sent) as JsonObject;

function shop({
  attributes = (sent) => sent,
  patch = merged,
  lines = (sent) => sent,
}: Mistakes): (call: Call) => Reply {
  const all = new Map<string, JsonObject>();
  let last = 0;
  const add = (kind: string, record: JsonObject): Reply => {
    const created = { ...record, id: ++last };
    all.set(`/${kind}/${last}`, created);
    return { status: 201, body: created };
  };
  const isLine = (each: JsonObject) => all.has(`/products/${each['productId']}`) && Number(each['quantity']) > 0;
  return ({ method, path, body }) => {
    const before = all.get(path);
    if (method === 'POST' && path === '/products')
      return isText(body?.['name']) && isValues(body?.['attributes'])
        ? add('products', { name: body['name'] ?? '', attributes: attributes(body['attributes']) })
        : { status: 400 };
    if (method === 'POST') {
      const sent = Array.isArray(body?.['lines']) ? (body['lines'] as JsonObject[]) : [];
      const products = new Set(sent.map((each) => String(each['productId'])));
      // Each product is on one line at most.
      if (sent.length === 0 || !sent.every(isLine)) return { status: 400 };
      return products.size === sent.length ? add('orders', { lines: lines(sent) as JsonValue[] }) : { status: 422 };
    }
    if (!before) return { status: 404 };
    if (method !== 'PATCH') return { status: 200, body: before };
    const next = patch(before, body ?? {});
    if (!isText(next['name']) || !isValues(next['attributes'])) return { status: 400 };
    all.set(path, { ...next, id: before['id'] ?? 0 });
    return { status: 200, body: all.get(path) };
  };
}

const withoutNulls = (sent: JsonObject): JsonObject =>
  isValues(sent['attributes'])
    ? {
        ...sent,
        attributes: Object.fromEntries(Object.entries(sent['attributes']).filter(([, each]) => each !== null)),
      }
    : sent;
const firstOf = (values: JsonObject) => Object.fromEntries(Object.entries(values).slice(0, 1));

test.each<[string, Mistakes, string[]]>([
  ['keeps all of them', {}, []],
  ['stores one entry of a map', { attributes: firstOf }, ['created-is-readable']],
  [
    'ignores that an entry is null',
    { patch: (before, sent) => merged(before, withoutNulls(sent)) },
    ['update-is-visible'],
  ],
  [
    'replaces a map by that of a merge patch',
    { patch: (before, sent) => ({ ...before, ...sent }) },
    ['patch-is-partial'],
  ],
  ['loses the third line', { lines: (sent) => sent.slice(0, 2) }, ['created-is-readable']],
])('a service that %s', async (_, mistakes, checks) => {
  const target = await serveCalls(shop(mistakes));
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 20, runs: 0 });
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect([...new Set(errors.map(({ check }) => check))], JSON.stringify(errors.map(({ message }) => message))).toEqual(
    checks,
  );
});
