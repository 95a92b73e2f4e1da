import { describe, expect, test } from 'vitest';
import { isObject, stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonValue } from '../../../harness/core/model.ts';
import { requestMediaType } from '../../../harness/generate/requests/build-request.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { validRequest } from '../../../harness/generate/requests/valid-request.ts';
import { violatedClauses } from '../../../harness/generate/requests/violated-clauses.ts';
import { canonicalValue } from '../../../harness/generate/values/canonical-value.ts';
import { looksLikeIdentifier } from '../../../harness/generate/values/identifier-names.ts';
import { creating, only, own } from '../documents.ts';
import { SCHEMAS } from '../schemas.ts';

const MEMBERS = ['required', 'all'] as const;

/** Nine kinds of which all but the last must hold two of any kind. */
const UNION = '#/paths/~1things/post/requestBody/content/application~1json/schema';
const UNIONS = `oneOf:\n${Array.from({ length: 9 }, (_, index) => {
  const required = index === 8 ? 'kind' : 'kind, left, right';
  const held = `left: { $ref: '${UNION}' }, right: { $ref: '${UNION}' }`;
  return `  - { type: object, required: [${required}], properties: { kind: { enum: [k${index}] }, ${held} } }`;
}).join('\n')}`;

function sampleOf(schema: string, properties: (typeof MEMBERS)[number], direction: 'request' | 'response' = 'request') {
  const contract = creating(schema);
  const pointer = requestMediaType(only(contract))?.schema ?? '';
  const value = canonicalValue(contract, new UniqueValues(3), pointer, { direction, properties });
  return { value, errors: value === undefined ? ['none'] : contract.schemas.validate(pointer, value, direction) };
}

describe.each(MEMBERS)('a value with %s members is valid', (properties) => {
  test.each(Object.keys(SCHEMAS))('%s', (name) => {
    const { value, errors } = sampleOf(SCHEMAS[name] ?? '', properties);
    expect(errors, stringifyJson(value ?? null)).toEqual([]);
  });

  test.each(Object.keys(SCHEMAS))('as a response: %s', (name) => {
    const { value, errors } = sampleOf(SCHEMAS[name] ?? '', properties, 'response');
    expect(errors, stringifyJson(value ?? null)).toEqual([]);
  });
});

test('a map shows one member of its kind among all members, and none where fewest are wanted', () => {
  const map = 'type: object\nadditionalProperties: { type: boolean }';
  expect(sampleOf(map, 'required').value).toEqual({});
  expect(Object.values(sampleOf(map, 'all').value ?? {})).toEqual([true]);
  const named = `${map}\npropertyNames: { pattern: '^[a-z]{2}$' }`;
  expect(Object.keys(sampleOf(named, 'all').value ?? {}).length).toBeGreaterThan(0);
});

describe('a value', () => {
  const names = (value: JsonValue | undefined) => (isObject(value) ? Object.keys(value) : []);

  test('has the required members, or all', () => {
    const record = SCHEMAS['record'] ?? '';
    expect(names(sampleOf(record, 'required').value)).toEqual(['id', 'name']);
    expect(names(sampleOf(record, 'all').value)).toEqual(['id', 'name', 'tag']);
  });

  test('has no member that travels the other way only', () => {
    const schema = SCHEMAS['one way'] ?? '';
    expect(names(sampleOf(schema, 'all').value)).toEqual(['name', 'secret']);
    expect(names(sampleOf(schema, 'all', 'response').value)).toEqual(['id', 'name']);
  });

  test.each([
    ['decimal', '10.25'],
    ['int64', '10'],
    ['url', expect.stringMatching(/^https:/)],
    ['guid', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ['no-format', expect.stringMatching(/^xx/)],
  ])('of the format %s, which no specification has', (format, text) => {
    expect(sampleOf(`type: string\nformat: ${format}`, 'all').value).toEqual(text);
  });

  test('of a schema whose many members hold it again is not large, and has each of them', () => {
    const properties = Array.from(
      { length: 12 },
      (_, index) => `m${index}: { $ref: '#/paths/~1things/post/requestBody/content/application~1json/schema' }`,
    );
    const { value } = sampleOf(`type: object\nproperties: { ${properties.join(', ')} }`, 'all');
    expect(names(value)).toHaveLength(12);
    expect(stringifyJson(value ?? null).length).toBeLessThan(20_000);
  });

  test('of many unions of each other is found at once, also where most of their members go on', () => {
    const text = stringifyJson(sampleOf(UNIONS, 'all').value ?? null);
    expect(text.length).toBeLessThan(20_000);
    expect(text).toContain('"left":{');
    expect(sampleOf(UNIONS, 'required').value).toEqual({ kind: 'k8' });
  });

  test('of a schema that holds itself ends', () => {
    const text = stringifyJson(sampleOf(SCHEMAS['recursive'] ?? '', 'all').value ?? null);
    expect(text.length).toBeLessThan(20_000);
    expect(text).toContain('"children":[{');
  });

  test.each([
    ['type: integer\nminimum: 5\nmaximum: 4'],
    ["type: string\npattern: '^(?=a)b'"],
    ['type: object\nrequired: [a]\nproperties: { a: false }'],
  ])('that cannot be is none: %j', (schema) => {
    expect(sampleOf(schema, 'all').value).toBeUndefined();
  });
});

test.each([
  ['id', 'ID', 'uuid', 'user_id', 'userId', 'account-number', 'orderNo', 'apiKey'],
  ['valid', 'paid', 'name', 'notes', 'monkey', 'piano', 'keyboard', 'idle'],
])('names that identify, and names that do not: %s …', (...names) => {
  expect(names.map(looksLikeIdentifier)).toEqual(names.map(() => names[0] === 'id'));
});

describe('a valid request', () => {
  const parameters = `
- { name: part, in: path, required: true, schema: { type: integer, minimum: 3 } }
- { name: a, in: query, required: true, schema: { type: string, enum: [x, y] } }
- { name: b, in: query, required: false, schema: { type: array, items: { type: integer } } }
- { name: c, in: query, required: true, example: nope, schema: { type: boolean } }
- { name: d, in: header, required: true, example: shown, schema: { type: string } }
- { name: e, in: query, required: true, content: { application/json: { schema: { type: object, required: [z], properties: { z: { type: integer } } } } } }
`;
  const contract = creating(SCHEMAS['record'] ?? '', parameters, '/things/{part}');
  const operation = only(contract);

  test.each(MEMBERS)('breaks nothing, with %s parts', (properties) => {
    const spec = validRequest(contract, new UniqueValues(5), operation, properties);
    expect(spec && violatedClauses(contract, operation, spec)).toEqual([]);
    expect(Object.keys(spec?.parameters.query ?? {})).toEqual(
      properties === 'all' ? ['a', 'b', 'c', 'e'] : ['a', 'c', 'e'],
    );
    expect(spec?.parameters.header).toEqual({ d: 'shown' });
    expect(spec?.parameters.query['c']).toBe(true);
  });

  test('of this repository breaks nothing', () => {
    const document = own();
    for (const each of document.operations)
      for (const properties of MEMBERS) {
        const spec = validRequest(document, new UniqueValues(5), each, properties);
        expect(spec && violatedClauses(document, each, spec)).toEqual([]);
      }
  });

  test('is none where no body can be valid', () => {
    const impossible = creating('type: integer\nminimum: 5\nmaximum: 4');
    expect(validRequest(impossible, new UniqueValues(1), only(impossible), 'required')).toBeUndefined();
  });
});

test.each([
  ['items: { type: string }', 'array'],
  ['additionalProperties: { type: integer }', 'object'],
  ['minimum: 3', 'number'],
  ['format: date', 'string'],
])('a schema without a type has a value of the type that its keywords are about: %s', (schema, type) => {
  const value = sampleOf(schema, 'all').value ?? null;
  const found = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : typeof value;
  expect(found).toBe(type);
});
