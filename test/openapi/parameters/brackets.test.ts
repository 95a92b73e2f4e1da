import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { readBrackets } from '../../../harness/openapi/parameters/brackets.ts';
import { decodeQueryComponent, splitQuery } from '../../../harness/openapi/parameters/percent-decoding.ts';
import { serializeQueryOrCookie } from '../../../harness/openapi/parameters/serialize.ts';
import { load } from '../documents.ts';

const TEXT = `openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /a: { get: { operationId: a, responses: { '200': { description: ok } } } }
components:
  schemas:
    Account:
      type: object
      properties:
        kind: { type: string }
        age: { type: integer }
        tags: { type: array, items: { type: string } }
        company: { type: object, properties: { name: { type: string }, sizes: { type: array, items: { type: integer } } } }
        items: { type: array, items: { type: object, properties: { id: { type: integer }, open: { type: boolean } } } }
    Names: { type: array, items: { type: string } }
`;

const { document } = load({ 'spec.yaml': TEXT });
const style = { name: 'a', style: 'deepObject', explode: true, allowReserved: false } as const;

function readPairs(schema: string, query: string) {
  const pairs = splitQuery(query).map(([name, value]) => [name, decodeQueryComponent(value)] as const);
  return readBrackets(document, { name: 'a', schema: `#/components/schemas/${schema}` }, pairs);
}

const text = fc.string({ minLength: 1 });
const integer = fc.integer();
const account = fc.record(
  {
    kind: text,
    age: integer,
    tags: fc.array(text, { minLength: 1 }),
    company: fc.record({ name: text, sizes: fc.array(integer, { minLength: 1 }) }),
    items: fc.array(fc.record({ id: integer, open: fc.boolean() }), { minLength: 1 }),
  },
  { requiredKeys: ['kind'] },
);

test.each<[string, fc.Arbitrary<JsonValue>]>([
  ['Account', account as fc.Arbitrary<JsonValue>],
  ['Names', fc.array(text, { minLength: 1 })],
])('a value of %s that is written in brackets is read as it was', (schema, values) => {
  fc.assert(
    fc.property(values, (value) => {
      expect(readPairs(schema, serializeQueryOrCookie(style, value))).toEqual({ value });
    }),
  );
});

test.each([
  ['Account', 'a[tags][]=x&a[tags][]=y', { value: { tags: ['x', 'y'] } }],
  ['Account', 'a[tags][0]=x&a[tags][1]=y', { value: { tags: ['x', 'y'] } }],
  ['Account', 'a[items][0][id]=1&a[items][1][id]=2', { value: { items: [{ id: 1 }, { id: 2 }] } }],
  ['Account', 'a[company][name]=x&a[other][deep]=1', { value: { company: { name: 'x' }, other: { deep: '1' } } }],
  ['Account', 'a[kind]=x&a[kind]=y', { repeated: 'kind' }],
  ['Account', 'a[kind]=x&a[kind][more]=y', { repeated: 'kind.more' }],
  ['Account', 'a[__proto__][x]=1', { value: JSON.parse('{"__proto__":{"x":"1"}}') }],
  ['Account', 'a[kind=x&b[kind]=x&a[kind]x=1', undefined],
  ['Names', 'a[]=x&a[]=y', { value: ['x', 'y'] }],
  ['Account', `a${'[b]'.repeat(100_000)}=x`, undefined],
])('%s: %.80s', (schema, query, expected) => {
  expect(readPairs(schema, query)).toEqual(expected);
});
