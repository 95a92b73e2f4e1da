import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, stringifyJson } from '../../../../harness/core/json/index.ts';
import { ExactNumber, type JsonValue } from '../../../../harness/core/model.ts';
import { createRandom, generate } from '../../../../harness/generate/values/random/generate.ts';
import { schemaArbitrary } from '../../../../harness/generate/values/random/schema-arbitrary.ts';
import { schemas } from '../../../openapi/documents.ts';
import { pair } from '../../../openapi/schema/random-schemas.ts';
import { documentOf, drawn, invalid, isFound, valuesOf } from '../../random/helpers.ts';

const ref = (name: string) => `{"$ref":"#/components/schemas/${name}"}`;
const object = (properties: string, rest = '') => `{"type":"object","properties":{${properties}}${rest}}`;

const SCHEMAS: Readonly<Record<string, string>> = {
  Int64: '{"type":"integer","format":"int64"}',
  Wide: '{"type":"integer","minimum":9007199254740993,"maximum":9007199254740995}',
  Far: '{"type":"integer","minimum":1000000000000000000000}',
  Uint64: '{"type":"integer","format":"uint64","multipleOf":3}',
  Fraction: '{"type":"number","minimum":0.001,"exclusiveMaximum":true,"maximum":0.002}',
  Steps: '{"type":"number","multipleOf":0.05,"minimum":-1,"maximum":3}',
  BothSteps: '{"allOf":[{"type":"number","multipleOf":0.4},{"multipleOf":0.6}]}',
  Text: '{"type":"string"}',
  Long: '{"type":"string","minLength":50,"maxLength":52}',
  Pattern: '{"type":"string","pattern":"^[A-Z]{3}-\\\\d+$","maxLength":8}',
  Certificate:
    '{"type":"string","pattern":"^-{5}BEGIN-{5}\\\\r?\\\\n([A-Za-z0-9/+]{64}\\\\r?\\\\n)*[A-Za-z0-9/+]{1,64}={0,2}\\\\r?\\\\n-{5}END-{5}$"}',
  Label: '{"type":"string","pattern":"^(?!-)[a-z0-9-]{1,20}(?<!-)$","maxLength":64}',
  Spaces: '{"type":"string","pattern":"^[\\\\S\\\\s]{8}-[\\\\S\\\\s]{12}$","maxLength":21}',
  HyphenAfterEscape: '{"type":"string","pattern":"^[\\\\w-.+]+@[\\\\w-.+]+$","maxLength":60}',
  LongPattern: '{"type":"string","pattern":"^arn:aws:[a-z]{12}:[a-z]{2}-[a-z]{8}-[0-9]:[0-9]{12}:application/.+$"}',
  Unanchored: '{"type":"string","pattern":"[0-9]","minLength":30}',
  Lookahead: '{"type":"string","pattern":"^(?=.*[A-Z])(?=.*[0-9]).{8,}$"}',
  Nullable: '{"type":"string","nullable":true,"maxLength":2}',
  Enum: '{"type":"string","enum":["a","b",null],"nullable":true}',
  Tree: object(
    `"value":{"type":"integer"},"left":${ref('Tree')},"kids":{"type":"array","items":${ref('Tree')}}`,
    ',"required":["value"]',
  ),
  Expression: `{"oneOf":[${object(`"l":${ref('Expression')},"r":${ref('Expression')}`, ',"required":["l","r"]')},{"type":"integer"}]}`,
  Pet: `{"oneOf":[${ref('Cat')},${ref('Dog')}],"discriminator":{"propertyName":"kind","mapping":{"feline":"#/components/schemas/Cat"}}}`,
  Cat: object(
    '"kind":{"type":"string"},"lives":{"type":"integer","minimum":1,"maximum":9}',
    ',"required":["kind","lives"]',
  ),
  Dog: object('"kind":{"type":"string"},"good":{"type":"boolean"}', ',"required":["kind","good"]'),
  Base: `{"type":"object","required":["t"],"properties":{"t":{"type":"string"}},"discriminator":{"propertyName":"t"}}`,
  Sub: `{"allOf":[${ref('Base')},${object('"a":{"type":"string","maxLength":3}', ',"required":["a"]')}]}`,
  Other: `{"allOf":[${ref('Base')},${object('"b":{"type":"integer","enum":[1,2]}', ',"required":["b"]')}]}`,
  Shape: `{"type":"object","required":["s"],"properties":{"s":{"type":"string"}},"oneOf":[${ref('Circle')},${ref('Square')}]}`,
  Circle: `{"allOf":[${ref('Shape')},${object('"r":{"type":"integer"}', ',"required":["r"],"not":{"required":["w"]}')}]}`,
  Square: `{"allOf":[${ref('Shape')},${object('"w":{"type":"integer"}', ',"required":["w"],"not":{"required":["r"]}')}]}`,
  Narrowed: `{"allOf":[${object('"n":{"type":"number"}')},${object('"n":{"type":"integer","minimum":3}', ',"required":["n"]')}]}`,
  AnyOf: `{"anyOf":[{"type":"string","maxLength":3},{"type":"integer","minimum":100}]}`,
  Exclusive: `{"oneOf":[{"type":"integer","multipleOf":2},{"type":"integer","multipleOf":3}]}`,
  UniqueWords: '{"type":"array","uniqueItems":true,"minItems":2,"maxItems":3,"items":{"enum":["x","y","z"]}}',
  UniqueNumbers: '{"type":"array","uniqueItems":true,"minItems":2,"items":{"type":"integer"}}',
  Matrix: '{"type":"array","minItems":2,"items":{"type":"array","minItems":1,"items":{"type":"boolean"}}}',
  Map: '{"type":"object","minProperties":1,"maxProperties":2,"additionalProperties":{"type":"integer","minimum":0}}',
  Some: `{"type":"object","minProperties":2,"maxProperties":3,"properties":{"a":{},"b":{},"c":{},"d":{},"e":{}}}`,
  Closed: object('"a":{"type":"boolean"}', ',"additionalProperties":false'),
  Not: '{"type":"integer","minimum":0,"maximum":3,"not":{"enum":[1]}}',
  Any: '{}',
};
const contract = documentOf(SCHEMAS);

describe('every value keeps its schema', () => {
  test.each(Object.keys(SCHEMAS))('%s', (name) => {
    expect(invalid(contract, name, valuesOf(contract, name)).map(stringifyJson)).toEqual([]);
    const open = valuesOf(contract, name, { repertoire: 'open', count: 100 });
    expect(invalid(contract, name, open).map(stringifyJson)).toEqual([]);
  });

  test('of random schemas, also of such as no value keeps', () => {
    let found = 0;
    fc.assert(
      fc.property(pair, ({ A, B }) => {
        const random = schemas(JSON.stringify({ A, B }).replaceAll('"$ref":"#', '"$ref":"#/components/schemas/'));
        const arbitrary = schemaArbitrary(random, '#/components/schemas/A', 'request');
        for (let index = 0; arbitrary && index < 5; index++) {
          const value = generate(arbitrary, createRandom(index, 'random'))?.value;
          if (value === undefined) continue;
          found++;
          expect(invalid(random, 'A', [value]).map(stringifyJson)).toEqual([]);
        }
      }),
      { numRuns: 150, seed: 5 },
    );
    expect(found).toBeGreaterThan(300);
  });
});

describe('a schema that no value keeps ends with nothing', () => {
  test.each([
    ['no number between the bounds', { It: '{"type":"integer","minimum":5,"maximum":4}' }],
    ['a required member without end', { It: object(`"a":${ref('It')}`, ',"required":["a"]') }],
    ['a pattern against a length', { It: '{"type":"string","pattern":"^a{5}$","maxLength":3}' }],
    ['an enum of another type', { It: '{"type":"string","enum":[1,2]}' }],
    ['a contradiction that only validation shows', { It: '{"type":"integer","not":{"type":"integer"}}' }],
    [
      'contradictions at several levels',
      { It: `{"type":"array","minItems":1,"not":{"type":"array"},"items":{"not":{},"anyOf":[{"not":{}},{"not":{}}]}}` },
    ],
  ] as const)('%s', (_, texts) => {
    expect(isFound(documentOf(texts), 'It')).toBe(false);
  });
});

describe('a value that is not found in a place that may be empty', () => {
  test('leaves an optional member out', () => {
    const values = drawn(object('"never":{"type":"integer","minimum":5,"maximum":4},"a":{"type":"boolean"}'));
    expect(values.some((value) => isObject(value) && Object.hasOwn(value, 'a'))).toBe(true);
    expect(values.some((value) => isObject(value) && Object.hasOwn(value, 'never'))).toBe(false);
  });

  test('repeats what a pattern repeats until the text is long enough', () => {
    const values = drawn('{"type":"string","pattern":"^[\\\\w :-]*$","minLength":100,"maxLength":400}', { count: 5 });
    expect(values.map((value) => String(value).length >= 100)).toEqual([true, true, true, true, true]);
  });

  test('falls back on the example where a pattern cannot be written for', () => {
    const values = drawn('{"type":"string","pattern":"^(?=x)xyz-(?!a)b$","example":"xyz-b"}', { count: 5 });
    expect(new Set(values)).toEqual(new Set(['xyz-b']));
  });
});

describe('numbers', () => {
  const texts = (schema: string, options = {}) =>
    new Set(drawn(schema, { count: 1000, ...options }).map(stringifyJson));

  test('reach the edges of their format, exactly', () => {
    const found = texts('{"type":"integer","format":"int64"}');
    for (const edge of ['-9223372036854775808', '9223372036854775807', '2147483648', '9007199254740993', '0', '-1'])
      expect(found).toContain(edge);
  });

  test('reach both ends of declared bounds, and 0 and -1 between them', () => {
    const found = texts('{"type":"integer","minimum":-7,"maximum":1000000}');
    for (const edge of ['-7', '1000000', '0', '-1']) expect(found).toContain(edge);
  });

  test('stay typical numbers where the contract leaves their range open', () => {
    const found = texts('{"type":"integer","format":"int32","x-unspecified":"the range"}');
    expect([...found].map(Number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('stay within 32 bits where nothing says how wide they are', () => {
    const values = [...texts('{"type":"integer"}')].map(BigInt);
    expect(values.every((value) => value >= -(2n ** 31n) && value < 2n ** 31n)).toBe(true);
  });

  test('are written in plain digits', () => {
    const all = [...texts('{"type":"number"}'), ...texts('{"type":"number","minimum":1e-9,"maximum":1e-8}')];
    expect(all.filter((text) => !/^-?\d+(\.\d+)?$/.test(text))).toEqual([]);
  });

  test('are written oddly, too, where a service need not take them', () => {
    const found = texts('{"type":"integer"}', { repertoire: 'open' });
    for (const text of ['1.0', '1e1', '-0']) expect(found).toContain(text);
  });

  test('beyond a double keep every digit', () => {
    const values = drawn('{"type":"integer","minimum":9007199254740993,"maximum":9007199254740993}', { count: 3 });
    expect(values).toEqual(Array(3).fill(new ExactNumber('9007199254740993')));
  });
});

describe('texts', () => {
  const texts = (options = {}) => drawn('{"type":"string"}', { count: 2000, ...options }).map(String);
  const SILENT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028-\u202e\ufeff]/u;

  test('are those that break services in practice, among others', () => {
    const found = new Set(texts());
    for (const text of ['', ' ', '😀', "'", '"', '__proto__', 'constructor', 'null', 'true', '123', '%', '/'])
      expect(found).toContain(text);
    expect([...found].some((text) => /[\u0300-\u036f]/.test(text))).toBe(true);
    expect([...found].some((text) => /^\s.*\s$/.test(text))).toBe(true);
    expect(found.size).toBeGreaterThan(1000);
  });

  test('hold nothing about which the contract is silent', () => {
    expect(texts().filter((text) => [...text].length > 40 || SILENT.test(text))).toEqual([]);
    const negated = drawn('{"type":"string","pattern":"^[^a-z]+$"}').map(String);
    expect(negated.filter((text) => SILENT.test(text))).toEqual([]);
  });

  test('hold it, too, where a service need not take them', () => {
    const found = texts({ repertoire: 'open' });
    for (const expression of [/\p{Cc}/u, /\p{Cs}/u, /\p{Noncharacter_Code_Point}/u, /^.{100}/su])
      expect(found.some((text) => expression.test(text))).toBe(true);
  });

  test('hold letters, digits and a few marks where headers and cookies carry them', () => {
    const found = texts({ repertoire: 'token' });
    expect(found.filter((text) => !/^[\w.-]*$/.test(text))).toEqual([]);
    expect(found).toContain('__proto__');
  });
});

describe('objects', () => {
  test('leave out what travels only in the other direction', () => {
    const schema = object(
      '"id":{"type":"integer","readOnly":true},"secret":{"type":"string","writeOnly":true}',
      ',"required":["id","secret"]',
    );
    const names = (direction: 'request' | 'response') =>
      new Set(drawn(schema, { direction }).map((value) => (isObject(value) ? Object.keys(value).join() : '')));
    expect(names('request')).toEqual(new Set(['secret']));
    expect(names('response')).toEqual(new Set(['id']));
  });

  test('have every combination of their optional members', () => {
    const values = drawn(object('"a":{},"b":{},"c":{}', ',"required":["a"]'));
    const combinations = new Set(values.map((value) => (isObject(value) ? Object.keys(value).join('') : '')));
    expect(combinations).toEqual(new Set(['a', 'ab', 'ac', 'abc']));
  });

  test('have no undeclared member unless a schema describes it', () => {
    const names = (schema: string) => drawn(schema).flatMap((value) => (isObject(value) ? Object.keys(value) : []));
    expect(new Set(names(object('"a":{}', ',"additionalProperties":true')))).toEqual(new Set(['a']));
    expect(new Set(names(object('"a":{}', ',"additionalProperties":{"type":"integer"}'))).size).toBeGreaterThan(50);
  });

  test('with a discriminator name their branch as the mapping does, else by its schema', () => {
    const types = (name: string, property: string): Set<JsonValue | undefined> =>
      new Set(valuesOf(contract, name).map((value) => (isObject(value) ? value[property] : undefined)));
    expect(types('Pet', 'kind')).toEqual(new Set(['feline', 'Dog']));
    expect(types('Sub', 't')).toEqual(new Set(['Sub']));
    expect(types('Base', 't')).toEqual(new Set(['Sub', 'Other']));
  });

  test('of a recursive schema stay small, and some of them nest', () => {
    const values = valuesOf(contract, 'Tree').map(stringifyJson);
    expect(Math.max(...values.map((text) => text.length))).toBeLessThan(10_000);
    expect(values.some((text) => /"left":\{[^}]*"left"/.test(text))).toBe(true);
  });
});

test('the same seed draws the same values, another seed others', () => {
  const arbitrary = schemaArbitrary(contract, '#/components/schemas/Tree', 'request');
  if (!arbitrary) throw new Error('nothing was found');
  const draws = (seed: number) =>
    Array.from({ length: 50 }, (_, index) =>
      stringifyJson(generate(arbitrary, createRandom(seed, `tree ${index}`))?.value ?? null),
    );
  expect(draws(1)).toEqual(draws(1));
  expect(draws(1)).not.toEqual(draws(2));
});
