import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../harness/core/json/index.ts';
import type { Direction } from '../../../harness/core/model.ts';
import { schemas } from '../documents.ts';

const S = '#/components/schemas/S';

/** The errors of `value` by schema `S`, each as `keyword's pointer below S | path of the value | says | actual`. */
function errors(schema: string, value: string, version = '3.1.0', direction: Direction = 'response'): string[] {
  return schemas(`{"S":${schema}}`, version)
    .schemas.validate(S, parseJson(value), direction)
    .map(
      ({ pointer, instancePath, message, actual }) =>
        `${pointer.replace(S, '')} | ${instancePath} | ${message} | ${actual ?? 'absent'}`,
    );
}

describe('each error names the keyword, the value and what is required', () => {
  test.each([
    ['{"type":"integer"}', '"7"', '/type |  | must be an integer | "7"'],
    ['{"type":["string","null"]}', '1', '/type |  | must be null or a string | 1'],
    ['{"enum":["a",1]}', '2', '/enum |  | must be one of "a", 1 | 2'],
    ['{"const":{"a":1}}', '{}', '/const |  | must be {"a":1} | {}'],
    ['{"minimum":1}', '0', '/minimum |  | must be at least 1 | 0'],
    ['{"maximum":1}', '1.00000000000000000001', '/maximum |  | must be at most 1 | 1.00000000000000000001'],
    ['{"exclusiveMinimum":1}', '1.0', '/exclusiveMinimum |  | must be greater than 1 | 1.0'],
    ['{"exclusiveMaximum":1}', '1', '/exclusiveMaximum |  | must be less than 1 | 1'],
    ['{"multipleOf":0.01}', '0.015', '/multipleOf |  | must be a multiple of 0.01 | 0.015'],
    [
      '{"format":"int32"}',
      '2147483648',
      '/format |  | must be in the range of int32 (-2147483648 to 2147483647) | 2147483648',
    ],
    ['{"minLength":2}', '"😀"', '/minLength |  | must have at least 2 characters | "😀"'],
    ['{"maxLength":1}', '"ab"', '/maxLength |  | must have at most 1 character | "ab"'],
    ['{"pattern":"^a"}', '"b"', '/pattern |  | must match ^a | "b"'],
    ['{"format":"date"}', '"2023-02-29"', '/format |  | must be a valid date | "2023-02-29"'],
    ['{"required":["a","b"]}', '{"a":1}', '/required/1 | /b | is required | absent'],
    ['{"properties":{"a/b":{"type":"null"}}}', '{"a/b":1}', '/properties/a~1b/type | /a~1b | must be null | 1'],
    ['{"patternProperties":{"^x":{"type":"null"}}}', '{"x1":1}', '/patternProperties/^x/type | /x1 | must be null | 1'],
    ['{"additionalProperties":false}', '{"a":1}', '/additionalProperties | /a | is not a declared property | 1'],
    ['{"additionalProperties":{"type":"null"}}', '{"a":1}', '/additionalProperties/type | /a | must be null | 1'],
    ['{"properties":{"a":false}}', '{"a":1}', '/properties/a | /a | is not allowed here | 1'],
    ['{"minProperties":2}', '{"a":1}', '/minProperties |  | must have at least 2 properties | {"a":1}'],
    ['{"maxProperties":0}', '{"a":1}', '/maxProperties |  | must have at most 0 properties | {"a":1}'],
    [
      '{"propertyNames":{"maxLength":1}}',
      '{"ab":1}',
      '/propertyNames/maxLength | /ab | must have at most 1 character | "ab"',
    ],
    [
      '{"dependentRequired":{"a":["b"]}}',
      '{"a":1}',
      '/dependentRequired |  | must have the properties that it depends on: {"a":["b"]} | {"a":1}',
    ],
    [
      '{"dependentSchemas":{"a":{"maxProperties":0}}}',
      '{"a":1}',
      '/dependentSchemas/a/maxProperties |  | must have at most 0 properties | {"a":1}',
    ],
    ['{"items":{"type":"null"}}', '[null,1]', '/items/type | /1 | must be null | 1'],
    ['{"prefixItems":[{"type":"null"}],"items":false}', '[null,1]', '/items | /1 | is not allowed here | 1'],
    ['{"minItems":1}', '[]', '/minItems |  | must have at least 1 item | []'],
    ['{"maxItems":1}', '[1,2]', '/maxItems |  | must have at most 1 item | [1,2]'],
    ['{"uniqueItems":true}', '[1,1.0]', '/uniqueItems |  | must not have equal items | [1,1.0]'],
    [
      '{"contains":{"type":"null"}}',
      '[1]',
      '/contains |  | must contain an item that is valid against `contains` | [1]',
    ],
    [
      '{"contains":{"type":"null"},"minContains":2}',
      '[null]',
      '/minContains |  | must contain at least 2 items valid against `contains` | [null]',
    ],
    [
      '{"contains":{},"maxContains":1}',
      '[1,2]',
      '/maxContains |  | must contain at most 1 item valid against `contains` | [1,2]',
    ],
    ['{"allOf":[{},{"type":"null"}]}', '1', '/allOf/1/type |  | must be null | 1'],
    [
      '{"anyOf":[{"type":"null"},{"type":"string"}]}',
      '1',
      '/anyOf |  | must be valid against at least one of the 2 schemas of anyOf | 1',
    ],
    [
      '{"oneOf":[{"type":"number"},{"type":"integer"}]}',
      '1',
      '/oneOf |  | must be valid against exactly one of the 2 schemas of oneOf | 1',
    ],
    ['{"not":{"type":"null"}}', 'null', '/not |  | must not be valid against the schema of `not` | null'],
    ['{"if":{"type":"null"},"then":false}', 'null', '/then |  | is not allowed here | null'],
    ['{"if":{"type":"null"},"else":{"type":"string"}}', '1', '/else/type |  | must be a string | 1'],
    [
      '{"properties":{"a":{}},"unevaluatedProperties":false}',
      '{"a":1,"b":2}',
      '/unevaluatedProperties | /b | is not a declared property | 2',
    ],
    [
      '{"allOf":[{"prefixItems":[{}]}],"unevaluatedItems":false}',
      '[1,2]',
      '/unevaluatedItems | /1 | is not a declared item | 2',
    ],
    [
      '{"contains":{"type":"null"},"unevaluatedItems":{"type":"string"}}',
      '[null,1]',
      '/unevaluatedItems/type | /1 | must be a string | 1',
    ],
  ])('%s validates %s', (schema, value, expected) => {
    expect(errors(schema, value)).toEqual([expected]);
  });

  test('a long value is truncated', () => {
    const [found] = errors('{"type":"null"}', JSON.stringify('x'.repeat(500)));
    expect(found).toMatch(/x… \(502 characters\)$/);
    expect(found?.length).toBeLessThan(200);
  });

  test('a declared property or item that is invalid is not undeclared as well', () => {
    const member = '{"allOf":[{"properties":{"a":{"type":"null"}}}],"unevaluatedProperties":false}';
    expect(errors(member, '{"a":1}')).toEqual(['/allOf/0/properties/a/type | /a | must be null | 1']);
    const item = '{"anyOf":[{"prefixItems":[{"type":"null"}]}],"unevaluatedItems":false}';
    expect(errors(item, '[1]')).toEqual(['/anyOf/0/prefixItems/0/type | /0 | must be null | 1']);
  });

  test('every violated keyword is reported, not only the first', () => {
    expect(errors('{"required":["a","b"],"properties":{"c":{"type":"null"}}}', '{"c":1}')).toHaveLength(3);
  });
});

describe('numbers are validated by their source text', () => {
  const int64 = '{"type":"integer","format":"int64"}';

  test.each(['9223372036854775807', '-9223372036854775808', '0', '1.0', '1e2', '9223372036854775807.000'])(
    '%s fits int64',
    (value) => {
      expect(errors(int64, value)).toEqual([]);
    },
  );

  test.each(['9223372036854775808', '-9223372036854775809', '1e999999999', '1.5', '9007199254740993.5', '"1"'])(
    '%s does not',
    (value) => {
      expect(errors(int64, value)).toHaveLength(1);
    },
  );

  test('limits beyond 2^53 are exact too', () => {
    expect(errors('{"maximum":9223372036854775806}', '9223372036854775806')).toEqual([]);
    expect(errors('{"maximum":9223372036854775806}', '9223372036854775807')).toHaveLength(1);
    expect(errors('{"enum":[9007199254740993]}', '9007199254740992')).toHaveLength(1);
    expect(errors('{"const":9007199254740993}', '9007199254740993.0')).toEqual([]);
    expect(errors('{"uniqueItems":true}', '[9007199254740992,9007199254740993]')).toEqual([]);
  });

  test('counts may be written as any number', () => {
    expect(errors('{"maxLength":2.0}', '"ab"')).toEqual([]);
    expect(errors('{"maxItems":1e0}', '[1,2]')).toHaveLength(1);
  });
});

describe('OpenAPI', () => {
  test('exclusive bounds are booleans in 3.0', () => {
    const schema = '{"minimum":1,"exclusiveMinimum":true,"maximum":3,"exclusiveMaximum":false}';
    expect(errors(schema, '1', '3.0.3')).toEqual(['/minimum |  | must be greater than 1 | 1']);
    expect(errors(schema, '3', '3.0.3')).toEqual([]);
  });

  test('nullable accepts null whatever the other keywords are', () => {
    expect(errors('{"type":"string","nullable":true}', 'null', '3.0.3')).toEqual([]);
    expect(errors('{"nullable":true,"allOf":[{"type":"object"}]}', 'null', '3.0.3')).toEqual([]);
    expect(errors('{"type":"string","nullable":true}', '1', '3.0.3')).toEqual([
      '/type |  | must be a string or null | 1',
    ]);
    expect(errors('{"type":"string","nullable":false}', 'null', '3.0.3')).toHaveLength(1);
  });

  test('keywords beside a $ref apply from 3.1 on, at every reference of a chain', () => {
    const text =
      '{"S":{"$ref":"#/components/schemas/T","maxLength":3},"T":{"$ref":"#/components/schemas/U","minLength":2},"U":{"type":"string"}}';
    const broken = (version: string, value: string) =>
      schemas(text, version)
        .schemas.validate(S, value, 'response')
        .map(({ pointer }) => pointer);
    expect(broken('3.1.0', 'abcd')).toEqual(['#/components/schemas/S/maxLength']);
    expect(broken('3.1.0', 'a')).toEqual(['#/components/schemas/T/minLength']);
    expect(broken('3.0.3', 'abcd')).toEqual([]);
    expect(broken('3.0.3', 'a')).toEqual([]);
  });

  test('unevaluatedProperties beside a $ref knows the properties of both schemas', () => {
    const text =
      '{"S":{"$ref":"#/components/schemas/T","properties":{"own":{}},"unevaluatedProperties":false},"T":{"properties":{"base":{}}}}';
    const { schemas: validator } = schemas(text);
    expect(validator.accepts(S, { own: 1, base: 2 }, 'response')).toBe(true);
    expect(validator.validate(S, { other: 1 }, 'response').map(({ instancePath }) => instancePath)).toEqual(['/other']);
  });

  test('readOnly properties are not required in requests, writeOnly ones not in responses', () => {
    const schema = '{"required":["r","w"],"properties":{"r":{"readOnly":true},"w":{"writeOnly":true}}}';
    const missing = (direction: Direction) =>
      errors(schema, '{}', '3.0.3', direction).map((error) => error.split(' | ')[1]);
    expect(missing('request')).toEqual(['/w']);
    expect(missing('response')).toEqual(['/r']);
  });

  test('so it is if the property is described by a $ref', () => {
    const text =
      '{"S":{"required":["id"],"properties":{"id":{"$ref":"#/components/schemas/Id"}}},"Id":{"readOnly":true}}';
    expect(schemas(text, '3.0.3').schemas.accepts(S, {}, 'request')).toBe(true);
    expect(schemas(text, '3.0.3').schemas.accepts(S, {}, 'response')).toBe(false);
  });

  test.each([
    ['3.1.0', '{"$ref":"#/components/schemas/Id","readOnly":true}'],
    ['3.0.3', '{"allOf":[{"$ref":"#/components/schemas/Id"}],"readOnly":true}'],
    ['3.0.3', '{"allOf":[{"$ref":"#/components/schemas/Id"},{"readOnly":true}]}'],
  ])('in %s so it is beside a $ref: %s', (version, property) => {
    const text = `{"S":{"required":["id"],"properties":{"id":${property}}},"Id":{"type":"string"}}`;
    expect(schemas(text, version).schemas.accepts(S, {}, 'request')).toBe(true);
    expect(schemas(text, version).schemas.accepts(S, {}, 'response')).toBe(false);
  });

  test('`__proto__` and `constructor` are members like any other', () => {
    expect(errors('{"required":["__proto__","constructor"]}', '{}')).toHaveLength(2);
    expect(
      errors('{"properties":{"__proto__":{"type":"null"}},"additionalProperties":false}', '{"__proto__":1}'),
    ).toEqual(['/properties/__proto__/type | /__proto__ | must be null | 1']);
  });

  test('a pattern that is not a regular expression rejects nothing', () => {
    expect(errors('{"pattern":"["}', '"a"')).toEqual([]);
  });

  test('an unknown format accepts every string', () => {
    expect(errors('{"type":"string","format":"colour"}', '"x"')).toEqual([]);
    expect(errors('{"type":"string","format":"constructor"}', '"x"')).toEqual([]);
  });
});
