import { describe, expect, test, vi } from 'vitest';
import type { Case, Expectation } from '../../../harness/core/model.ts';
import { boundaryCases } from '../../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import type { Contract } from '../../../harness/openapi/contract.ts';
import { creating, own } from '../documents.ts';
import { SCHEMAS } from '../schemas.ts';
import { breaches } from '../validate.ts';
import { casesOf } from './cases.ts';

const PARAMETERS: Readonly<Record<string, string>> = {
  'numbers in a query':
    '- { name: a, in: query, required: true, schema: { type: integer, format: int32 } }\n- { name: b, in: query, schema: { type: number, minimum: 0.5, maximum: 2 } }\n- { name: c, in: query, schema: { type: integer, multipleOf: 5 } }',
  'texts in a query':
    "- { name: a, in: query, required: true, schema: { type: string, minLength: 1, maxLength: 3 } }\n- { name: b, in: query, schema: { type: string, pattern: '^[a-z]+$' } }\n- { name: c, in: query, schema: { type: string, format: uuid } }\n- { name: d, in: query, schema: { type: string, enum: [x, 'y z'] } }\n- { name: e, in: query, schema: { type: boolean } }",
  'lists in a query':
    '- { name: a, in: query, required: true, schema: { type: array, items: { type: string } } }\n- { name: b, in: query, explode: false, schema: { type: array, minItems: 1, maxItems: 3, items: { type: integer } } }\n- { name: c, in: query, style: spaceDelimited, explode: false, schema: { type: array, items: { type: string } } }\n- { name: d, in: query, style: pipeDelimited, explode: false, schema: { type: array, uniqueItems: true, items: { type: integer } } }',
  'objects in a query':
    '- { name: a, in: query, style: deepObject, required: true, schema: { type: object, required: [x], properties: { x: { type: integer }, y: { type: string } } } }\n- { name: b, in: query, explode: false, schema: { type: object, properties: { z: { type: integer } } } }\n- { name: c, in: query, schema: { type: object, required: [p], properties: { p: { type: boolean } } } }',
  'tuples, maps and compositions in a query':
    '- { name: a, in: query, required: true, schema: { type: array, prefixItems: [{ type: string }, { type: integer }], items: false } }\n- { name: b, in: query, style: deepObject, schema: { type: object, additionalProperties: { type: integer } } }\n- { name: c, in: query, style: deepObject, schema: { allOf: [{ type: object, properties: { x: { type: boolean } } }, { properties: { y: { type: integer } } }] } }',
  'alternatives in a query':
    "- { name: a, in: query, required: true, schema: { oneOf: [{ type: integer }, { type: array, minItems: 2, items: { type: integer, maximum: 100 } }] } }\n- { name: b, in: query, schema: { anyOf: [{ type: string, format: ipv4 }, { type: string, format: uuid }] } }\n- { name: c, in: query, schema: { type: string, oneOf: [{ enum: [x, y] }, { pattern: '^z[0-9]{3}$' }] } }\n- { name: d, in: query, style: deepObject, schema: { oneOf: [{ type: object, required: [k], properties: { k: { type: integer } }, additionalProperties: false }, { type: object, required: [m], properties: { m: { type: boolean } }, additionalProperties: false }] } }",
  'names that have to be encoded':
    '- { name: "page[size]", in: query, required: true, schema: { type: integer } }\n- { name: "ids[]", in: query, required: true, schema: { type: array, items: { type: integer } } }',
  'empty values that are allowed':
    '- { name: a, in: query, required: true, allowEmptyValue: true, schema: { type: integer } }\n- { name: b, in: query, schema: { type: array, items: { type: integer } } }\n- { name: c, in: query, schema: { type: boolean } }',
  'JSON in a query':
    '- { name: a, in: query, required: true, content: { application/json: { schema: { type: object, required: [x], properties: { x: { type: integer } } } } } }',
  headers:
    '- { name: X-Count, in: header, required: true, schema: { type: integer, minimum: 1 } }\n- { name: x-list, in: header, schema: { type: array, items: { type: integer } } }\n- { name: X-Kind, in: header, schema: { type: string, enum: [a, b] } }',
  cookies:
    '- { name: session, in: cookie, required: true, schema: { type: string, minLength: 2 } }\n- { name: n, in: cookie, schema: { type: integer } }',
};

const PATHS: Readonly<Record<string, readonly [path: string, parameters: string]>> = {
  simple: ['/things/{id}', '- { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }'],
  'two in one segment': [
    '/things/{a}~{b}',
    '- { name: a, in: path, required: true, schema: { type: integer } }\n- { name: b, in: path, required: true, schema: { type: string, enum: [x, z] } }',
  ],
  label: ['/things/{id}', '- { name: id, in: path, required: true, style: label, schema: { type: integer } }'],
  matrix: [
    '/things/{id}',
    '- { name: id, in: path, required: true, style: matrix, explode: true, schema: { type: array, items: { type: integer } } }',
  ],
};

const RECORD = SCHEMAS['record'] ?? '';

const GROUNDS: readonly (readonly [name: string, contract: () => Contract])[] = [
  ...Object.entries(SCHEMAS).map(([name, schema]) => [`body: ${name}`, () => creating(schema)] as const),
  ...Object.entries(PARAMETERS).map(([name, text]) => [name, () => creating(RECORD, text)] as const),
  ...Object.entries(PATHS).map(
    ([name, [path, text]]) => [`path: ${name}`, () => creating(RECORD, text, path)] as const,
  ),
  ['this repository', own],
];

/** The cases that are not what they say, with what they break. */
function wrong(
  contract: Contract,
  cases: readonly Case[],
  expectation: Expectation,
  isRight: (violated: string[]) => boolean,
) {
  return cases
    .filter((each) => each.expectation === expectation)
    .map(({ id, operation, request }) => ({ id, path: request.path, broken: breaches(contract, operation, request) }))
    .filter(({ broken: violated }) => !isRight(violated));
}

describe.each(GROUNDS)('%s', (_, make) => {
  const contract = make();
  const cases = casesOf(contract);

  test('what must be accepted breaks nothing', () => {
    expect(wrong(contract, cases, 'accept', (violated) => violated.length === 0)).toEqual([]);
  });

  test('what must be rejected violates the contract in one place', () => {
    expect(wrong(contract, cases, 'reject', (violated) => violated.length > 0 && isOnePlace(violated))).toEqual([]);
  });

  test('every case has a name of its own and says what it is about', () => {
    const ids = cases.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(cases.filter(({ targets }) => targets.length === 0).map(({ id }) => id)).toEqual([]);
  });
});

/** A place, and those within it or just around it, are one: a missing property is reported at its object. */
function isOnePlace(violated: readonly string[]): boolean {
  const [first = '', ...others] = [...violated].sort((a, b) => a.length - b.length);
  return others.every((place) => place.startsWith(first) || first.startsWith(place.slice(0, place.lastIndexOf('/'))));
}

test.each([
  ['a map', 'style: deepObject, schema: { type: object, additionalProperties: { type: string } }', /o%5B\w+%5D=/],
  ['an object', 'style: deepObject, schema: { type: object, properties: { a: { type: integer } } }', /o%5Ba%5D=/],
  ['an exploded object', 'schema: { type: object, properties: { a: { type: integer } } }', /a=/],
  ['a list', 'schema: { type: array, items: { type: string } }', /o=/],
])('%s that is required is sent with at least one value', (_, rest, expected) => {
  const [plain] = casesOf(creating(RECORD, `- { name: o, in: query, required: true, ${rest} }`));
  expect(plain?.request.path).toMatch(expected);
});

test.each([
  ['a list beside a text', '{ oneOf: [{ type: string }, { type: array, items: { type: string } }] }', /\?n=[^&]*&n=/],
  [
    'another format',
    '{ anyOf: [{ type: string, format: uuid }, { type: string, format: ipv4 }] }',
    /\?n=\d+(\.\d+){3}$/,
  ],
])('each alternative of a parameter is sent: %s', (_, schema, expected) => {
  const cases = casesOf(creating(RECORD, `- { name: n, in: query, schema: ${schema} }`));
  const others = cases.filter(({ id, expectation }) => / other value \d+$/.test(id) && expectation === 'accept');
  expect(others.some(({ request }) => expected.test(request.path))).toBe(true);
});

test('a list that may be one text as well is no other alternative: every service reads it as a text', () => {
  const schema = '{ oneOf: [{ type: string }, { type: array, items: { type: string } }] }';
  const cases = casesOf(creating(RECORD, `- { name: n, in: query, explode: false, schema: ${schema} }`));
  expect(cases.filter(({ id }) => / other value \d+$/.test(id))).toEqual([]);
});

const FIELDS = '{ type: object, properties: { a: { type: integer, minimum: 2 }, b: { type: string } } }';

test.each([
  ['exploded', `in: query, schema: ${FIELDS}`],
  ['listed', `in: query, explode: false, schema: ${FIELDS}`],
  ['deep', `in: query, style: deepObject, schema: ${FIELDS}`],
  ['JSON', `in: query, content: { application/json: { schema: ${FIELDS} } }`],
  ['JSON in a header', `in: header, content: { application/json: { schema: ${FIELDS} } }`],
])('the properties of a parameter that is an object are varied one at a time: %s', (_, rest) => {
  const cases = casesOf(creating(RECORD, `- { name: o, required: true, ${rest} }`));
  const expected = (label: string) => cases.find(({ id }) => id.endsWith(label))?.expectation;
  expect([expected(' o /b is absent'), expected(' o /a is minimum'), expected(' o /a is just under minimum')]).toEqual([
    'accept',
    'accept',
    'reject',
  ]);
});

test('an integer at its bound is written without a fraction, as not every parser takes one', () => {
  const contract = creating(
    RECORD,
    '- { name: n, in: query, schema: { type: integer, minimum: 1.0, maximum: 9.0e1 } }',
  );
  const paths = casesOf(contract).filter(({ id }) => /query n is (minimum|maximum)$/.test(id));
  expect(paths.map(({ request }) => request.path)).toEqual([
    expect.stringMatching(/n=1$/),
    expect.stringMatching(/n=90$/),
  ]);
});

test('an operation without a valid request has no cases', () => {
  const contract = creating('type: integer\nminimum: 5\nmaximum: 4');
  expect(contract.operations.map((operation) => boundaryCases(contract, new UniqueValues(1), operation))).toEqual([
    undefined,
  ]);
});

test('of many alternatives no more is validated than what is about those', () => {
  const properties = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}: { type: string, maxLength: 9 }`).join(', ');
  const types = Array.from(
    { length: 30 },
    (_, kind) => `  - { required: [kind], properties: { kind: { const: k${kind} }, ${properties(2, `m${kind}x`)} } }`,
  );
  const contract = creating(`type: object\nproperties: { ${properties(12, 'all')} }\noneOf:\n${types.join('\n')}`);
  const validated = vi.spyOn(contract.schemas, 'validate');
  const cases = casesOf(contract);
  expect(cases.some(({ id }) => id.includes('other body'))).toBe(true);
  expect(validated.mock.calls.length).toBeLessThan(15_000);
});

test('other bodies name the records that the base does', () => {
  const contract = creating(
    'type: object\nrequired: [ownerId]\nproperties: { ownerId: { type: integer, minimum: 1 } }\nanyOf:\n  - { required: [kind], properties: { kind: { const: a } } }\n  - { required: [size], properties: { size: { type: integer, minimum: 3 } } }',
  );
  const unique = new UniqueValues(1);
  for (const { id } of contract.operations) unique.refer(id, [{ in: 'body', at: '/ownerId' }]);
  const cases = contract.operations.flatMap((operation) => [...(boundaryCases(contract, unique, operation) ?? [])]);
  const others = cases.filter(({ id, expectation }) => id.includes('other body') && expectation === 'accept');
  const owners = new Set(others.map(({ request }) => /"ownerId":(\d+)/.exec(String(request.body))?.[1]));
  expect(others.length).toBeGreaterThan(1);
  expect(owners.size).toBe(1);
});

test('a map is sent with as many members as may be there, and with one more and one less', () => {
  const map = 'type: object\nminProperties: 2\nmaxProperties: 3\nadditionalProperties: { type: integer }';
  const sizes = (expectation: Expectation) =>
    casesOf(creating(map))
      .filter((each) => each.expectation === expectation && /(min|max)Properties$/.test(each.id))
      .map(({ request }) => Object.keys(JSON.parse(Buffer.from(request.body ?? []).toString())).length);
  expect(sizes('accept')).toEqual([3]);
  expect(sizes('reject')).toEqual([4, 1]);
});

test('each clause of each branch of oneOf and anyOf has a request that tests it', () => {
  const cat =
    '{ type: object, required: [lives], properties: { lives: { type: integer, minimum: 0 }, name: { type: string, maxLength: 9 } } }';
  const dog =
    '{ type: object, required: [bark], properties: { bark: { type: string }, tags: { type: array, items: { type: string } } } }';
  for (const keyword of ['oneOf', 'anyOf']) {
    const contract = creating(
      `type: object\nrequired: [pet]\nproperties: { pet: { ${keyword}: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] } }`,
      '[]',
      '/things',
      `schemas:\n  Cat: ${cat}\n  Dog: ${dog}`,
    );
    const tested = new Set(
      casesOf(contract).flatMap(({ expectation, targets }) =>
        expectation === 'any' ? [] : targets.map(({ id }) => id),
      ),
    );
    const untested = contract.clauses.filter(({ id, direction }) => direction === 'request' && !tested.has(id));
    expect(untested.map(({ description }) => description)).toEqual([]);
  }
});

test('each property that a branch requires is left out alone: without another one, too, the branch would reject it anyway', () => {
  const sensor = 'type: object, required: [kind, unit], properties: { kind: { const: Sensor }, unit: { enum: [lux] } }';
  const gateway =
    'type: object, required: [kind, host], properties: { kind: { const: Gateway }, host: { type: string } }';
  const contract = creating(
    'oneOf: [{ $ref: "#/components/schemas/Sensor" }, { $ref: "#/components/schemas/Gateway" }]\ndiscriminator: { propertyName: kind }',
    '[]',
    '/things',
    `schemas:\n  Sensor: { ${sensor} }\n  Gateway: { ${gateway} }`,
  );
  const rejected = casesOf(contract).filter(({ expectation }) => expectation === 'reject');
  const bodies = new Set(rejected.map(({ request }) => Buffer.from(request.body ?? []).toString()));
  expect(bodies).toContain('{"kind":"Gateway"}');
  expect(bodies).toContain('{"kind":"Sensor"}');
});
