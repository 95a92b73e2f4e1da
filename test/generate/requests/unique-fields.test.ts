import { describe, expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { emptyRequestSpec } from '../../../harness/generate/requests/build-request.ts';
import { findUniqueFields } from '../../../harness/generate/requests/find-unique-fields.ts';
import { withFreshUniqueFields } from '../../../harness/generate/requests/unique-fields.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { creating, only } from '../documents.ts';

const contract = creating(`
type: object
properties:
  id: { type: integer, format: int64 }
  order_id: { type: integer }
  small_id: { type: integer, format: int8 }
  colour_id: { type: integer, enum: [1, 2] }
  token: { type: string, format: uuid }
  serialNumber: { type: string }
  name: { type: string }
  valid: { type: integer }
  paid: { type: boolean }
`);
const operation = only(contract);
const refresh = (given: { body?: JsonValue; bytes?: Uint8Array }) =>
  withFreshUniqueFields(contract, new UniqueValues(1), operation, { ...emptyRequestSpec, ...given });

test('a record is identified by the members whose name or format says so, and whose values are free', () => {
  expect(findUniqueFields(contract, operation)).toMatchObject([
    { name: 'id', kind: 'integer' },
    { name: 'order_id', kind: 'integer' },
    { name: 'token', kind: 'uuid' },
    { name: 'serialNumber', kind: 'text' },
  ]);
});

test('each item of a body that may be an array of records is made fresh', () => {
  const one = '{ type: object, properties: { id: { type: integer }, name: { type: string } } }';
  const either = creating(`oneOf: [{ type: array, items: ${one} }, ${one}]`);
  const body = [{ id: 1, name: 'a' }, { id: 1, name: 'b' }, 'c'];
  const spec = { ...emptyRequestSpec, body };
  const fresh = withFreshUniqueFields(either, new UniqueValues(1), only(either), spec)?.body as JsonValue[];
  const [first, second] = fresh as JsonObject[];
  expect(fresh).toEqual([{ id: expect.any(Number), name: 'a' }, { id: expect.any(Number), name: 'b' }, 'c']);
  expect(new Set([1, first?.['id'], second?.['id']]).size).toBe(3);
});

describe('a draft is made fresh', () => {
  test('in what identifies it, and in nothing else', () => {
    const body = { id: 1, token: 'a', serialNumber: 'b', name: 'c', colour_id: 1, small_id: 3, valid: 7 };
    const { id, token, serialNumber, ...rest } = (refresh({ body })?.body ?? {}) as JsonObject;
    expect(rest).toEqual({ name: 'c', colour_id: 1, small_id: 3, valid: 7 });
    expect([id, token, serialNumber]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      expect.stringMatching(/^[0-9a-z]{8}$/),
    ]);
  });

  test('but not where the value has another type, for that is what is tested', () => {
    expect(refresh({ body: { id: '1', name: 'c' } })).toBeUndefined();
    expect(refresh({ body: { id: null } })).toBeUndefined();
  });

  test.each<[string, JsonValue | undefined]>([
    ['no body', undefined],
    ['a body that is no object', [{ id: 1 }]],
    ['a body without identifying members', { name: 'x' }],
  ])('not with %s', (_, body) => {
    expect(refresh(body === undefined ? {} : { body })).toBeUndefined();
  });

  test('keeps a member named __proto__', () => {
    const unique = refresh({ body: parseJson('{"id":1,"__proto__":{"id":2}}') });
    expect(stringifyJson(unique?.body ?? null)).toMatch(/^\{"id":\d{4,},"__proto__":\{"id":2\}\}$/);
  });
});

test.each<[string, JsonValue, RegExp]>([
  ['{ type: integer, minimum: 1, maximum: 500 }', 7, /^[1-9][0-9]{0,2}$/],
  ['{ type: integer, maximum: -5 }', -7, /^-[0-9]+$/],
  ['{ type: integer, multipleOf: 1000 }', 1000, /^(0|-?[0-9]+000)$/],
  ["{ type: string, pattern: '^[A-Z]{3}-[0-9]{2}$' }", 'ABC-12', /^"[A-Z]{3}-[0-9]{2}"$/],
  ['{ type: string, maxLength: 3 }', 'abc', /^".{0,3}"$/],
  ['{ allOf: [{ type: integer, minimum: 1 }, { maximum: 50 }] }', 7, /^[1-9][0-9]?$/],
])('a fresh value keeps the schema of its member: %s', (schema, value, expected) => {
  const bounded = creating(`type: object\nproperties: { id: ${schema} }`);
  const unique = new UniqueValues(1);
  const refreshed = (given: { body?: JsonValue; bytes?: Uint8Array }) =>
    withFreshUniqueFields(bounded, unique, only(bounded), { ...emptyRequestSpec, ...given });
  for (let turn = 0; turn < 20; turn++) {
    const { id = null } = (refreshed({ body: { id: value } })?.body ?? {}) as JsonObject;
    expect(stringifyJson(id)).toMatch(expected);
  }
  if (typeof value !== 'number') return;
  const bytes = refreshed({ bytes: Buffer.from(`{"id":${value}}`) })?.bytes ?? [];
  expect(Buffer.from(bytes).toString().slice(6, -1)).toMatch(expected);
});

describe('a body given as bytes is made fresh', () => {
  const unique = (text: string | Uint8Array) => {
    const spec = refresh({ bytes: typeof text === 'string' ? Buffer.from(text) : text });
    return spec?.bytes && Buffer.from(spec.bytes).toString('latin1');
  };

  test.each([
    ['{"id":1,"name":"a"', /^\{"id":\d{4,},"name":"a"$/],
    [' {"id" :\n -12 , "x": "é"}', /^ \{"id" :\n \d{4,} , "x": "Ã©"\}$/],
    ['{"order_id":7}', /^\{"order_id":\d{4,}\}$/],
    ['{"\\u0069d":1}', /^\{"\\u0069d":\d{4,}\}$/],
    ['{"serialNumber":"a 1"}', /^\{"serialNumber":"[0-9a-z]{8}"\}$/],
  ])('in its number alone: %s', (text, expected) => {
    expect(unique(text)).toMatch(expected);
  });

  test('with every other byte as it was, valid UTF-8 or not', () => {
    const bytes = Buffer.concat([Buffer.from('{"id":5,"name":"'), Buffer.from([0xff, 0xfe, 0]), Buffer.from('"}')]);
    expect(unique(bytes)).toMatch(/^\{"id":\d{4,},"name":"\xff\xfe\0"\}$/);
  });

  test.each(['{"id":1.5}', '{"id":1e3}', '{"id":"1"}', '{"small_id":1}', 'hello', ''])(
    'not where there is no whole number to change: %s',
    (text) => {
      expect(unique(text)).toBeUndefined();
    },
  );
});

describe('fresh values', () => {
  test('never repeat within a run, and are ordinary 32-bit integers', () => {
    const unique = new UniqueValues(7);
    const values = Array.from({ length: 20_000 }, () => unique.integer());
    expect(new Set(values).size).toBe(values.length);
    expect(values.every((value) => Number.isInteger(value) && value >= 1000 && value < 2 ** 31)).toBe(true);
  });

  test('repeat with the seed, and differ without it', () => {
    const draw = (seed: number) => {
      const unique = new UniqueValues(seed);
      return [unique.integer(), unique.word(), unique.uuid(), unique.unit()];
    };
    expect(draw(42)).toEqual(draw(42));
    expect(draw(42)).not.toEqual(draw(43));
  });
});
