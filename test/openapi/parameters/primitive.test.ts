import { describe, expect, test } from 'vitest';
import { ExactNumber, type JsonValue } from '../../../harness/core/model.ts';
import { declaredTypes, parsePrimitive } from '../../../harness/openapi/parameters/primitive.ts';
import { schemas } from '../documents.ts';

const S = '#/components/schemas/S';

describe('text is parsed by the types of its schema', () => {
  test.each<[string, string, JsonValue]>([
    ['{"type":"integer"}', '12', 12],
    ['{"type":"integer"}', '9223372036854775807', new ExactNumber('9223372036854775807')],
    ['{"type":"integer"}', '1.0', new ExactNumber('1.0')],
    ['{"type":"integer"}', 'x', 'x'],
    ['{"type":"integer"}', '', ''],
    ['{"type":"integer"}', '012', '012'],
    ['{"type":"integer"}', '1e2', '1e2'],
    ['{"type":"integer"}', ' 1', ' 1'],
    ['{"type":"boolean"}', 'true', true],
    ['{"type":"boolean"}', 'TRUE', 'TRUE'],
    ['{"type":"string"}', '12', '12'],
    ['{}', '12', '12'],
    ['{"type":["integer","null"]}', '', null],
    ['{"type":["string","null"]}', '', ''],
    ['{"$ref":"#/components/schemas/I"}', '7', 7],
    ['{"oneOf":[{"type":"integer"},{"type":"boolean"}]}', 'true', true],
  ])('%s reads %j', (schema, text, value) => {
    const { document } = schemas(`{"S":${schema},"I":{"type":"integer"}}`);
    expect(parsePrimitive(declaredTypes(document, S), text)).toEqual(value);
  });
});

test('the types of a recursive schema are finite', () => {
  const { document } = schemas(`{"S":{"type":"integer","anyOf":[{"$ref":"${S}"},{"type":"null"}]}}`);
  expect([...declaredTypes(document, S)].sort()).toEqual(['integer', 'null']);
});

test('text is parsed as the narrowest of several types', () => {
  expect(parsePrimitive(new Set(['string', 'integer']), '1')).toBe(1);
  expect(parsePrimitive(new Set(['string', 'integer']), 'a')).toBe('a');
});
