import { describe, expect, test, vi } from 'vitest';
import type { Case, Expectation } from '../../../harness/core/model.ts';
import { boundaryCases } from '../../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import type { Contract } from '../../../harness/openapi/contract.ts';
import { creating, own } from '../documents.ts';
import { SCHEMAS } from '../schemas.ts';
import { breaches } from '../validate.ts';

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

function casesOf(contract: Contract): Case[] {
  return contract.operations.flatMap((operation) => {
    const cases = boundaryCases(contract, new UniqueValues(11), operation);
    if (!cases) throw new Error(`no valid request of ${operation.id}`);
    return [...cases];
  });
}

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

function asText({ method, path, headers, body }: Case['request']): string {
  return [method, path, JSON.stringify(headers), Buffer.from(body ?? []).toString('latin1')].join('\n');
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

describe('of this repository', () => {
  const cases = casesOf(own());
  const intentOf = (id: string) => cases.find((each) => each.id === id)?.expectation;
  const value = (id: string) => Buffer.from(cases.find((each) => each.id === id)?.request.body ?? []).toString();
  const [accept, reject, either] = ['accept', 'reject', 'any'] as const;

  test.each<[string, Expectation]>([
    ['plain valid request', accept],
    ['body with required properties only', accept],
    ['body with all properties', accept],
    ['body /id is the largest int64', accept],
    ['body /id is the smallest int64', accept],
    ['body /id is 0', accept],
    ['body /id is -1', accept],
    ['body /id is 2^31', accept],
    ['body /id is 2^53 + 1', accept],
    ['body /id is just over int64', reject],
    ['body /id is just under int64', reject],
    ['body /id is absent', reject],
    ['body /name is absent', reject],
    ['body /tag is absent', accept],
    ['body /id is written 1.0', either],
    ['no body', reject],
    ['content type text/plain', reject],
    ['content type with a charset', accept],
    ['no content type', either],
    ['body truncated', reject],
    ['body with a NUL after it', reject],
    ['body with a form feed after it', reject],
    ['body with a no-break space as white space', reject],
    ['body with None', reject],
    ['body with something before it', reject],
    ['body with two commas in a row', reject],
    ['body with a comment after a number sign', reject],
    ['body with a raw tab in a string', reject],
    ['body is a JSON-encoded string', reject],
    ['body with required properties only, and id is absent', reject],
    ['body with required properties only, and name is absent', reject],
    ['body with a slash written \\/', accept],
    ['body /name is 300 four-byte characters', either],
    ['content type application/json-seq', reject],
    ['content type text/json', either],
    ['body after a byte order mark', either],
    ['body with a duplicate property', either],
    ['body /unknown_property is an undeclared property', either],
  ])('%s: %s', (id, intent) => {
    expect(['createAnimal', 'createTurtle'].map((operation) => intentOf(`${operation}: ${id}`))).toEqual([
      intent,
      intent,
    ]);
  });

  test.each<[string, Expectation]>([
    ['query tags is absent', reject],
    ['query limit is absent', accept],
    ['query limit is the largest int32', either],
    ['query limit is just over int32', reject],
    ['query limit is just under int32', reject],
    ['query limit is 1', accept],
    ['query limit is 0', either],
    ['query limit is an empty value', reject],
    ['query limit has an underscore between digits', reject],
    ['query limit is in wide digits', either],
    ['query limit has an exponent', either],
    ['query limit is given twice', either],
    ['query tags is written in capitals, so it is absent', reject],
    ['query tags is written with a suffix, so it is absent', reject],
    ['query tags is written with brackets, so it is absent', either],
    ['query tags has three items', accept],
    ['query tags has one item', accept],
    ['query tags has 50 items', either],
    ['an undeclared query parameter', either],
  ])('%s: %s', (id, intent) => {
    expect(intentOf(`createAnimal: ${id}`)).toBe(intent);
  });

  test.each(['id', 'name', 'tag'])('every wrong type of %s is rejected', (property) => {
    const labels = cases
      .filter(({ id, expectation }) => expectation === reject && id.startsWith(`createTurtle: body /${property} `))
      .map(({ id }) => id);
    const types = ['null', 'an array', 'an object', 'true'].map((type) => labels.some((id) => id.includes(type)));
    expect([labels.length > 5, ...types]).toEqual([true, true, true, true, true]);
  });

  test('numbers stand on the wire as they are named', () => {
    expect(value('createTurtle: body /id is the largest int64')).toContain('"id":9223372036854775807,');
    expect(value('createTurtle: body /id is just over int64')).toContain('"id":9223372036854775808,');
    expect(value('createTurtle: body /id is 2^53 + 1')).toContain('"id":9007199254740993,');
  });

  test('escapes stand on the wire as they are named', () => {
    expect(value('createTurtle: body with a slash written \\/')).toMatch(/"name":"[\w ]+\\\/",/);
    expect(value('createTurtle: body with a quotation mark written \\u0022')).toMatch(/"name":"[\w ]+\\u0022",/);
    expect(value('createTurtle: body with a backslash written \\u005C')).toMatch(/"name":"[\w ]+\\u005C",/);
    expect(value('createTurtle: body with an astral character written as two \\u escapes')).toMatch(
      /"name":"[\w ]+\\ud83d\\ude00",/,
    );
  });

  test('texts hold the letters of many scripts, many signs, and the blank that does not break', () => {
    const signs = new Set(value('createTurtle: body /name has punctuation, including query delimiters'));
    expect([...'!#&*+,:;=?@^|~'].filter((sign) => !signs.has(sign))).toEqual([]);
    expect(value('createTurtle: body /name has accented letters and a no-break space')).toContain('\u00a0');
    expect(value('createTurtle: body /name is in other scripts')).toMatch(/\p{sc=Cyrl}.*\p{sc=Hang}.*\p{sc=Deva}/u);
  });

  test('an accepted text is as long as random ones get', () => {
    expect(JSON.parse(value('createTurtle: body /name has HTML')).name).toHaveLength(40);
  });

  test('white space stands around every token', () => {
    expect(value('createTurtle: body with white space around every token')).toMatch(
      /^\s+\{\s+"id"\s+:\s+\d+\s+,\s+"name"\s+:\s+"[\w ]+"\s+,\s+"tag"\s+:\s+"[\w ]+"\s+\}\s+$/,
    );
  });

  test('a case is named for what is sent', () => {
    const sent = (id: string) => cases.find((each) => each.id === id)?.request.path;
    expect(sent('createAnimal: query limit is an empty value')).toMatch(/[?&]limit=(&|$)/);
    expect(sent('createAnimal: query tags has one item')).toMatch(/\?limit=\d+&tags=\w+$/);
    expect(sent('createAnimal: query tags is written with a suffix, so it is absent')).not.toMatch(/tags=/);
  });

  test('accepted requests carry ids of their own, unless the id is what is tested', () => {
    const unique = cases.filter(
      ({ expectation, uniqueFieldUnderTest, id }) =>
        expectation === accept && !uniqueFieldUnderTest && id.startsWith('createTurtle'),
    );
    const ids = unique.flatMap(
      ({ request }) => /"id"\s*:\s*(\d+)/.exec(Buffer.from(request.body ?? []).toString())?.[1] ?? [],
    );
    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the same seed makes the same requests, another one others', () => {
    const sent = (seed: number) =>
      own().operations.flatMap((operation) =>
        [...(boundaryCases(own(), new UniqueValues(seed), operation) ?? [])].map(({ request }) => asText(request)),
      );
    expect(sent(5)).toEqual(sent(5));
    expect(sent(5)).not.toEqual(sent(6));
  });
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

test('a map is sent with as many members as may be there, and with one more and one less', () => {
  const map = 'type: object\nminProperties: 2\nmaxProperties: 3\nadditionalProperties: { type: integer }';
  const sizes = (expectation: Expectation) =>
    casesOf(creating(map))
      .filter((each) => each.expectation === expectation && /(min|max)Properties$/.test(each.id))
      .map(({ request }) => Object.keys(JSON.parse(Buffer.from(request.body ?? []).toString())).length);
  expect(sizes('accept')).toEqual([3]);
  expect(sizes('reject')).toEqual([4, 1]);
});
