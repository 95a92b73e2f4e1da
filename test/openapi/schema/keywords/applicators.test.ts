import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../../harness/core/json/index.ts';
import type { JsonValue } from '../../../../harness/core/model.ts';
import { schemas } from '../../documents.ts';

const S = '#/components/schemas/S';
const KINDS = ['A', 'B', 'C', 'D'];

/** The errors of `value` by schema `S`, each as `keyword's pointer below S | path of the value | says | actual`. */
function errors(schema: string, value: string): string[] {
  return schemas(`{"S":${schema}}`)
    .schemas.validate(S, parseJson(value), 'response')
    .map(
      ({ pointer, instancePath, message, actual }) =>
        `${pointer.replace(S, '')} | ${instancePath} | ${message} | ${actual ?? 'absent'}`,
    );
}

describe('recursion', () => {
  test('a tree is validated down to its leaves', () => {
    const tree =
      '{"type":"object","properties":{"id":{"type":"integer"},"children":{"type":"array","items":{"$ref":"#/components/schemas/S"}}}}';
    expect(errors(tree, '{"id":1,"children":[{"id":2,"children":[{"id":"x"}]}]}')).toEqual([
      '/properties/id/type | /children/0/children/0/id | must be an integer | "x"',
    ]);
  });

  test('a schema that applies itself in place adds no error', () => {
    expect(errors('{"type":"integer","allOf":[{"$ref":"#/components/schemas/S"}]}', '"x"')).toEqual([
      '/type |  | must be an integer | "x"',
    ]);
    expect(errors('{"anyOf":[{"$ref":"#/components/schemas/S"},{"type":"null"}]}', 'null')).toEqual([]);
  });

  test('a closed schema that applies itself in place knows its properties', () => {
    const closed = '{"properties":{"a":{}},"allOf":[{"$ref":"#/components/schemas/S"}],"unevaluatedProperties":false}';
    expect(errors(closed, '{"a":1}')).toEqual([]);
    expect(errors(closed, '{"b":1}')).toEqual(['/unevaluatedProperties | /b | is not a declared property | 1']);
  });

  test('a closed tree by allOf is validated in linear time', () => {
    const tree = '{"allOf":[{"properties":{"next":{"$ref":"#/components/schemas/S"}}}],"unevaluatedProperties":false}';
    const deep = (depth: number): string => (depth === 0 ? '{"x":1}' : `{"next":${deep(depth - 1)}}`);
    expect(errors(tree, deep(200))).toHaveLength(1);
  });

  test('mutually recursive unions validate a value in linear time', () => {
    const next = { oneOf: KINDS.map((kind) => ({ $ref: `#/components/schemas/${kind}` })) };
    const node = (kind: string) => ({
      required: ['kind'],
      properties: { kind: { const: kind }, next, list: { items: next } },
    });
    const validator = schemas(
      JSON.stringify(Object.fromEntries([...KINDS.map((kind) => [kind, node(kind)]), ['S', next]])),
    );
    const deep = (depth: number, end: JsonValue): JsonValue =>
      depth === 0 ? end : { kind: 'C', list: [deep(depth - 1, end)] };
    expect(validator.schemas.validate(S, deep(30, { kind: 'A' }), 'response')).toEqual([]);
    expect(validator.schemas.validate(S, deep(30, { kind: 'none' }), 'response').length).toBeGreaterThan(0);
  });

  test('a result inside of a recursive schema is not reused outside of it', () => {
    const text = `{
      "S": {"anyOf":[{"$ref":"#/components/schemas/Base"},{"$ref":"#/components/schemas/Choice"}]},
      "Base": {"required":["a"],"allOf":[{"$ref":"#/components/schemas/Choice"}]},
      "Choice": {"oneOf":[{"allOf":[{"$ref":"#/components/schemas/Base"}]}]}
    }`;
    const { schemas: validator } = schemas(text);
    expect(validator.accepts(S, { a: 1 }, 'response')).toBe(true);
    expect(validator.accepts(S, { b: 1 }, 'response')).toBe(false);
  });

  test('a base with oneOf its subtypes, and subtypes with allOf the base, terminate', () => {
    const text = `{
      "S": {"type":"object","required":["kind"],"properties":{"kind":{"type":"string"}},
            "discriminator":{"propertyName":"kind"},"oneOf":[{"$ref":"#/components/schemas/Dog"},{"$ref":"#/components/schemas/Cat"}]},
      "Dog": {"allOf":[{"$ref":"#/components/schemas/S"},{"properties":{"bark":{"type":"boolean"}}}]},
      "Cat": {"allOf":[{"$ref":"#/components/schemas/S"},{"properties":{"lives":{"type":"integer"}}}]}
    }`;
    const { schemas: validator } = schemas(text, '3.0.3');
    expect(validator.accepts(S, { kind: 'Dog', bark: true }, 'response')).toBe(true);
    expect(
      validator.validate(S, { kind: 'Cat', lives: 'nine' }, 'response').map(({ instancePath }) => instancePath),
    ).toEqual(['/lives']);
  });
});

describe('alternatives', () => {
  const one = '{"oneOf":[{"type":"object","properties":{"a":{"type":"integer"}}},{"type":"string"}]}';

  test('the inner errors of the only branch that accepts the value itself are reported', () => {
    expect(errors(one, '{"a":"x"}')).toEqual(['/oneOf/0/properties/a/type | /a | must be an integer | "x"']);
  });

  test('a property with a different constant in each branch selects the branch', () => {
    const branch = (kind: string, type: string) =>
      `{"required":["kind","v"],"properties":{"kind":{"const":"${kind}"},"v":{"type":"${type}"}}}`;
    const both = `{"oneOf":[${branch('a', 'integer')},${branch('b', 'string')}]}`;
    expect(errors(both, '{"kind":"b","v":1}')).toEqual(['/oneOf/1/properties/v/type | /v | must be a string | 1']);
    expect(errors(both, '{"kind":"a"}')).toEqual(['/oneOf/0/required/1 | /v | is required | absent']);
    expect(errors(both, '{"kind":"c","v":1}')).toEqual([
      '/oneOf |  | must be valid against exactly one of the 2 schemas of oneOf | {"kind":"c","v":1}',
    ]);
  });

  test('if no property selects a branch, the choice is reported', () => {
    expect(errors(one, '1')).toEqual(['/oneOf |  | must be valid against exactly one of the 2 schemas of oneOf | 1']);
  });
});

describe('discriminator', () => {
  const text = (mapping: string) => `{
    "S":{"oneOf":[{"$ref":"#/components/schemas/Dog"},{"$ref":"#/components/schemas/Cat"}],"discriminator":{"propertyName":"kind"${mapping}}},
    "Dog":{"properties":{"kind":{},"name":{"type":"string"}}},
    "Cat":{"properties":{"kind":{},"name":{"type":"integer"}}}
  }`;

  test('the name of a schema selects it', () => {
    const { schemas: validator } = schemas(text(''));
    expect(validator.validate(S, { kind: 'Cat', name: 'x' }, 'response').map(({ pointer }) => pointer)).toEqual([
      '#/components/schemas/Cat/properties/name/type',
    ]);
  });

  test.each(['#/components/schemas/Cat', 'Cat'])('a mapping to %s picks it', (target) => {
    const { schemas: validator } = schemas(text(`,"mapping":{"c":"${target}"}`));
    expect(validator.accepts(S, { kind: 'c', name: 1 }, 'response')).toBe(true);
    expect(validator.accepts(S, { kind: 'c', name: 'x' }, 'response')).toBe(false);
  });

  test('an unknown value or an unresolved mapping leaves the choice to the schemas', () => {
    const { schemas: validator } = schemas(text(',"mapping":{"x":"Nothing"}'));
    expect(validator.accepts(S, { kind: 'x', name: 1 }, 'response')).toBe(true);
    expect(validator.accepts(S, { kind: 'x', name: true }, 'response')).toBe(false);
    expect(validator.accepts(S, { kind: 'y', name: 1 }, 'response')).toBe(true);
  });
});
