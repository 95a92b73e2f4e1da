import { describe, expect, test } from 'vitest';
import type { Direction } from '../../../harness/core/model.ts';
import { effectiveSchema, firstKeyword } from '../../../harness/openapi/schema/effective-schema.ts';
import { schemas } from '../documents.ts';

const S = '#/components/schemas/S';
const shape = (text: string, direction: Direction = 'request') => effectiveSchema(schemas(text).document, S, direction);

describe('an effective schema', () => {
  const text = `{
    "S": {"allOf":[{"$ref":"#/components/schemas/Base"},{"properties":{"b":{"maxLength":3},"c":{"readOnly":true}},"required":["b","c"]}],"maxProperties":9},
    "Base": {"type":"object","required":["a"],"properties":{"a":{},"b":{"type":"string"}},"additionalProperties":{"type":"null"}}
  }`;

  test('merges properties, required names and properties of the other direction', () => {
    const found = shape(text);
    expect(found.types).toEqual(['object']);
    expect([...found.properties.keys()]).toEqual(['a', 'b', 'c']);
    expect(found.properties.get('b')).toEqual(['#/components/schemas/Base/properties/b', `${S}/allOf/1/properties/b`]);
    expect([...found.required]).toEqual(['a', 'b']);
    expect([...found.otherDirectionOnly]).toEqual(['c']);
    expect([...shape(text, 'response').required]).toEqual(['a', 'b', 'c']);
    expect(found.additionalProperties).toBe('#/components/schemas/Base/additionalProperties');
    expect(firstKeyword(found, 'maxProperties')).toBe(9);
    expect(firstKeyword(found, 'nothing')).toBeUndefined();
  });

  test('merges schemas that contain each other twice by allOf in linear time', () => {
    const twice = (name: string) =>
      `"allOf":[{"$ref":"#/components/schemas/${name}"},{"$ref":"#/components/schemas/${name}"}]`;
    const found = shape(`{"S":{${twice('B')},"properties":{"a":{}}},"B":{${twice('S')},"properties":{"b":{}}}}`);
    expect([...found.properties.keys()]).toEqual(['a', 'b']);
  });

  test('is closed if one of its parts is', () => {
    expect(
      shape('{"S":{"allOf":[{"additionalProperties":false},{"additionalProperties":{}}]}}').additionalProperties,
    ).toBe(false);
    expect(shape('{"S":{"unevaluatedProperties":false}}').additionalProperties).toBe(false);
  });

  test('allows every type without a type keyword', () => {
    expect(shape('{"S":{}}')).toMatchObject({
      hasType: false,
      alternatives: [],
      items: undefined,
      additionalProperties: undefined,
    });
    expect(shape('{"S":{}}').types).toHaveLength(7);
  });

  test('merges number and integer to integer', () => {
    expect(shape('{"S":{"type":"number","allOf":[{"type":"integer"}]}}').types).toEqual(['integer']);
    expect(shape('{"S":{"type":"integer","allOf":[{"type":"number"}]}}').types).toEqual(['integer']);
  });

  test('lists alternatives, items and prefix items', () => {
    const found = shape('{"S":{"oneOf":[{},{}],"allOf":[{"anyOf":[{}]}],"items":{},"prefixItems":[{},{}]}}');
    expect(found.alternatives).toEqual([[`${S}/oneOf/0`, `${S}/oneOf/1`], [`${S}/allOf/0/anyOf/0`]]);
    expect(found.items).toBe(`${S}/items`);
    expect(found.prefixItems).toEqual([`${S}/prefixItems/0`, `${S}/prefixItems/1`]);
  });

  test('of a schema that contains itself is finite', () => {
    expect(shape(`{"S":{"type":"object","allOf":[{"$ref":"${S}"}]}}`).types).toEqual(['object']);
  });
});
