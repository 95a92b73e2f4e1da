import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { PlausibleValues } from '../../../harness/generate/plausible/plausible-values.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { canonicalValue } from '../../../harness/generate/values/canonical-value.ts';
import { schemas } from '../../openapi/documents.ts';
import { pair } from '../../openapi/schema/random-schemas.ts';
import { creating, only } from '../documents.ts';
import { SCHEMAS } from '../schemas.ts';
import { integer, make, objectOf, POINTER, record, TODAY } from './things.ts';

const list = (properties: object): object => ({
  Thing: { type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } },
});

const text = { type: 'string' };

function recordsOf(value: JsonValue): JsonObject[] {
  if (!Array.isArray(value)) throw new Error('not a list');
  return value.map(objectOf);
}

describe('every value is valid', () => {
  test.each(Object.keys(SCHEMAS))('%s', (name) => {
    const contract = creating(SCHEMAS[name] ?? '');
    const pointer = only(contract).requestBody?.content[0]?.schema ?? '';
    const values = new PlausibleValues(contract, { seed: '1', now: () => TODAY });
    for (const index of [0, 1, 2]) {
      const value = values.value(pointer, { key: `thing ${index}`, index });
      const errors = value === undefined ? ['none'] : contract.schemas.validate(pointer, value, 'response');
      expect(errors, stringifyJson(value ?? null)).toEqual([]);
    }
  });

  test('of random schemas', () => {
    fc.assert(
      fc.property(pair, ({ A, B }) => {
        const contract = schemas(
          JSON.stringify({ A, B })
            .replaceAll('"#A"', '"#/components/schemas/A"')
            .replaceAll('"#B"', '"#/components/schemas/B"'),
        );
        const values = new PlausibleValues(contract, { seed: '1', now: () => TODAY });
        const value = values.value('#/components/schemas/A', { key: 'a' });
        const pointer = '#/components/schemas/A';
        if (value !== undefined) return contract.schemas.accepts(pointer, value, 'response');
        const options = { direction: 'response', properties: 'all' } as const;
        return canonicalValue(contract, new UniqueValues(1), pointer, options) === undefined;
      }),
      { seed: 14, numRuns: 100 },
    );
  });

  test('of random records with telling names, tight lengths and tight bounds', () => {
    const names = fc.constantFrom(
      ...[
        'id',
        'name',
        'email',
        'phone',
        'city',
        'country',
        'price',
        'createdAt',
        'avatarUrl',
        'description',
        'status',
      ],
      ...['quantity', 'total', 'tags', 'zipCode', 'rating', 'unknown', 'isActive', 'birthDate', 'code', 'sku'],
    );
    const length = fc.integer({ min: 0, max: 12 });
    const property = fc.oneof(
      fc.record({ type: fc.constant('string'), maxLength: length }),
      fc.record({ type: fc.constant('string'), minLength: fc.integer({ min: 0, max: 60 }) }),
      fc.record({
        type: fc.constant('string'),
        format: fc.constantFrom('date', 'uuid', 'email', 'uri', 'byte', 'other'),
      }),
      fc.record({
        type: fc.constant('string'),
        pattern: fc.constantFrom('^[A-Z]{3}$', '^[a-z-]+$', '^\\d{4}$', '^.{2,5}$'),
      }),
      fc.record({ type: fc.constantFrom('integer', 'number'), minimum: fc.integer({ min: -5, max: 5000 }) }),
      fc.record({ type: fc.constantFrom('integer', 'number'), maximum: fc.integer({ min: -500, max: 50 }) }),
      fc.record({ type: fc.constant('number'), multipleOf: fc.constantFrom(0.01, 0.25, 7), minimum: length }),
      fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', null, 3), { minLength: 1 }) }),
      fc.constant({ type: 'array', items: { type: 'string', minLength: 3 }, uniqueItems: true, minItems: 2 }),
      fc.constant({ type: 'boolean' }),
    );
    fc.assert(
      fc.property(fc.dictionary(names, property, { minKeys: 1, noNullPrototype: true }), (properties) => {
        const value = objectOf(make(record(properties)));
        expect(Object.keys(value).toSorted()).toEqual(Object.keys(properties).toSorted());
      }),
      { seed: 14, numRuns: 200 },
    );
  });
});

describe('the same seed gives the same data', () => {
  const person = record({ id: { type: 'string', format: 'uuid' }, name: text, email: text, createdAt: text });

  test('on the same day, whatever the time', () => {
    expect(make(person, {}, 's', new Date('2026-11-22T23:59:59Z'))).toEqual(make(person, {}, 's'));
  });

  test('another seed or key gives other data', () => {
    const all = [make(person), make(person, {}, '2'), make(person, { key: 'other' })].map(objectOf);
    expect(new Set(all.map(({ name }) => name)).size).toBe(3);
  });
});

describe('the records of a list', () => {
  test('differ in their names and identifiers', () => {
    const people = recordsOf(make(list({ id: integer, name: text, email: text }), { items: 40, name: 'user' }));
    expect(people.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(new Set(people.map(({ name }) => name)).size).toBe(40);
    expect(new Set(people.map(({ email }) => email)).size).toBe(40);
  });

  test('take turns with the values of an enum', () => {
    const records = recordsOf(make(list({ status: { type: 'string', enum: ['new', 'paid', 'sent'] } }), { items: 3 }));
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['new', 'paid', 'sent']));
  });

  test.each([0, 1, 7])('are %i if so wanted, alone and in an envelope', (items) => {
    expect(recordsOf(make(list({ id: integer }), { items }))).toHaveLength(items);
    const page = record({
      data: { type: 'array', items: { type: 'object', properties: { id: integer } } },
      total: integer,
    });
    expect(make(page, { items })).toMatchObject({ data: { length: items }, total: items });
  });

  test('are as many as the schema demands, whatever is wanted', () => {
    expect(make({ Thing: { type: 'array', items: text, minItems: 4, maxItems: 5 } }, { items: 0 })).toHaveLength(4);
  });

  test('differ inside an object around each of them, and have the type of the example', () => {
    const data = { type: 'object', properties: { name: text, email: text } };
    const type = { type: 'string', example: 'people' };
    const people = recordsOf(make(list({ data, type }), { items: 5, name: 'person' }));
    expect(new Set(people.map((each) => objectOf(each['data'] ?? null)['email'])).size).toBe(5);
    expect(new Set(people.map((each) => each['type']))).toEqual(new Set(['people']));
  });

  test('begin with the example of the schema', () => {
    const records = recordsOf(make(list({ name: { type: 'string', example: 'Ada' } }), { items: 3 }));
    expect(records[0]).toEqual({ name: 'Ada' });
    expect(new Set(records.map(({ name }) => name)).size).toBe(3);
  });
});

describe('a record', () => {
  test('is about one person', () => {
    const { name, firstName, email } = objectOf(
      make(record({ name: text, firstName: text, email: { type: 'string', format: 'email' } }), { name: 'user' }),
    );
    expect(String(name).startsWith(String(firstName))).toBe(true);
    expect(email).toMatch(new RegExp(`^${String(firstName).toLowerCase()}[.].+@example[.]com$`));
  });

  test('was created before it was updated, and before today', () => {
    const at = { type: 'string', format: 'date-time' };
    const { createdAt, updatedAt } = objectOf(make(record({ updatedAt: at, createdAt: at })));
    expect(String(createdAt) < String(updatedAt) && String(updatedAt) < '2026-11-22').toBe(true);
    expect(String(createdAt) > '2025-10').toBe(true);
  });

  test('has a sum that matches its lines', () => {
    const line = {
      type: 'object',
      required: ['price', 'quantity'],
      properties: { price: { type: 'number' }, quantity: integer },
    };
    const order = record({ lines: { type: 'array', minItems: 2, items: line }, total: { type: 'number' } });
    const { lines = [], total } = objectOf(make(order));
    const cents = recordsOf(lines).map(({ price, quantity }) => Math.round(Number(price) * 100) * Number(quantity));
    expect(Math.round(Number(total) * 100)).toBe(cents.reduce((a, b) => a + b, 0));
  });

  test('has no undeclared properties, and none that only requests have', () => {
    const account = record(
      { name: text, password: { type: 'string', writeOnly: true } },
      { additionalProperties: true },
    );
    expect(Object.keys(objectOf(make(account)))).toEqual(['name']);
  });

  test('shows nothing of another machine or person: pictures are in the response, hosts are reserved', () => {
    const contact = objectOf(make(record({ avatar: { type: 'string', format: 'uri' }, website: text, phone: text })));
    expect(contact['avatar']).toMatch(/^data:image\/svg\+xml,/);
    expect(contact['website']).toMatch(/^https:\/\/example\.com\//);
    expect(contact['phone']).toMatch(/555-01\d\d$/);
  });

  test('has the values that are decided already', () => {
    const fixed = new Map<string, JsonValue>([['id', 815]]);
    expect(make(record({ id: integer, name: text }), { fixed })).toMatchObject({ id: 815 });
  });

  test('ends, even if its schema refers to itself', () => {
    const ref = { $ref: POINTER };
    const tree = record({ name: text, children: { type: 'array', items: ref } });
    expect(objectOf(make(tree))['children']).toEqual([]);
  });
});

test('what is brief, as an error is, has no optional properties below its third level', () => {
  const nested = (levels: number): object => ({
    type: 'object',
    properties: { note: text, ...(levels > 0 ? { inner: nested(levels - 1) } : {}) },
  });
  const contract = schemas(JSON.stringify({ Thing: nested(5) }));
  const values = new PlausibleValues(contract, { seed: '1', now: () => TODAY });
  const depthOf = (value: JsonValue | undefined): number => (isObject(value) ? 1 + depthOf(value['inner']) : 0);
  expect(depthOf(values.value(POINTER, { key: 'a' }))).toBe(6);
  expect(depthOf(values.value(POINTER, { key: 'a', isBrief: true }))).toBe(4);
});

describe('where a text and a record can be alternatives', () => {
  const person = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
  const either = { anyOf: [person, text] };
  const seeds = ['1', '2', '3', '4', '5', '6'];

  test('a record shows the identifier of another one, also in a list', () => {
    for (const seed of seeds) {
      const made = objectOf(
        make(record({ id: text, author: either, readers: { type: 'array', items: either } }), {}, seed),
      );
      expect(made['author']).toMatch(/^[\da-z]+$/);
      expect(made['readers']).toEqual((made['readers'] as JsonValue[]).map(String));
    }
  });

  test('what a response is about may be shown as a whole', () => {
    const kinds = seeds.flatMap((seed) => make({ Thing: { type: 'array', items: either } }, {}, seed)).map(isObject);
    expect(kinds).toContain(true);
    const envelopes = seeds.map((seed) => objectOf(make(record({ person: either }), {}, seed))['person'] ?? null);
    expect(envelopes.map(isObject)).toContain(true);
  });
});
