import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
const integer = { type: 'integer', minimum: 1, maximum: 1000 };
const line = object({ productId: integer, quantity: integer });
const crate = object({ id: integer, label: { type: 'string' }, items: { type: 'array', items: line } });
const errors = Object.fromEntries([400, 404].map((each) => [each, { description: 'error' }]));
const parameters = [{ name: 'id', in: 'path', required: true, schema: integer }];

const shown = { description: 'a crate', ...json({ $ref: '#/components/schemas/Crate' }) };

/** Crates into which products are put; what is in them has no paths of its own. */
const documentOf = (added: object) => ({
  openapi: '3.1.0',
  info: { title: 'Crates', version: '1' },
  paths: {
    '/crates': {
      post: {
        requestBody: { required: true, ...json(object({ label: { type: 'string' } })) },
        responses: { 201: shown, ...errors },
      },
    },
    '/crates/{id}': {
      parameters,
      get: { responses: { 200: shown, ...errors } },
      delete: { responses: { 204: { description: 'gone' }, ...errors } },
    },
    '/crates/{id}/items': {
      parameters,
      post: { requestBody: { required: true, ...json(line) }, responses: { ...added, ...errors } },
    },
  },
  components: { schemas: { Crate: crate } },
});
const RESPONSES = {
  'the record': { 201: shown },
  'the element': { 201: { description: 'added', ...json(line) } },
  nothing: { 204: { description: 'added' } },
};

interface Crate extends JsonObject {
  readonly id: number;
  readonly label: string;
  items: JsonObject[];
}
type Add = (items: JsonObject[], item: JsonObject) => JsonObject[];

const isValid = (each: unknown) => Number.isInteger(each) && Number(each) >= 1 && Number(each) <= 1000;

function crates(shows: string, add: Add): (call: Call) => Reply {
  const all = new Map<string, Crate>();
  let created = 0;
  return ({ method, path, body }) => {
    const [, , own = '', within] = path.split('/');
    if (own === '') {
      if (typeof body?.['label'] !== 'string') return { status: 400 };
      const made = { id: ++created, label: body['label'], items: [] };
      all.set(String(made.id), made);
      return { status: 201, body: made };
    }
    const found = all.get(own);
    if (!found) return { status: 404 };
    if (method === 'DELETE') return { status: all.delete(own) ? 204 : 404 };
    if (within === undefined) return { status: 200, body: found };
    const { productId, quantity } = body ?? {};
    if (!isValid(Number(String(productId))) || !isValid(Number(String(quantity)))) return { status: 400 };
    const item = { productId: productId ?? 0, quantity: quantity ?? 0 };
    found.items = add(found.items, item);
    if (shows === 'nothing') return { status: 204 };
    return { status: 201, body: shows === 'the record' ? found : item };
  };
}

async function checksOf(shows: keyof typeof RESPONSES, add: Add): Promise<string[]> {
  const target = await serveCalls(crates(shows, add));
  const options = { suites: ['stateful'], consistency: 0, runs: 1, seed: 1 } as const;
  const { findings } = await verify({ spec: documentOf(RESPONSES[shows]), target, ...options });
  return [...new Set(findings.map(({ check }) => check))];
}

describe.each(Object.keys(RESPONSES) as (keyof typeof RESPONSES)[])(
  'an element of an array, where the response shows %s',
  (shows) => {
    test('is added', async () => {
      expect(await checksOf(shows, (items) => items)).toContain('action-is-visible');
    });

    test.each<[string, Add]>([
      ['last', (items, item) => [...items, item]],
      ['first', (items, item) => [item, ...items]],
      ['in place of what was there', (_, item) => [item]],
    ])('is added %s without a finding', async (_, add) => {
      expect(await checksOf(shows, add)).toEqual([]);
    });

    test('is added on the mock', async () => {
      expect(await findingsOnMock(documentOf(RESPONSES[shows]))).toEqual([]);
    });
  },
);
