import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonSyntaxError, parseJson, parseNumber, stringifyJson, toDoubles } from '../../../harness/core/json/index.ts';
import type { JsonValue } from '../../../harness/core/model.ts';

describe('JSON', () => {
  const numeral = fc.stringMatching(/^-?(?:0|[1-9]\d{0,25})(?:\.\d{1,12})?(?:[eE][+-]?\d{1,4})?$/);
  const leaf = fc.oneof(
    fc.constantFrom<JsonValue>(null, true, false),
    numeral.map(parseNumber),
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => parseNumber(String(value))),
  );
  const { value: json } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.string({ unit: 'binary' }), fc.constant('__proto__')), tie('value'), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    ),
  }));

  test('a value is the same after it is written and parsed', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(parseJson(stringifyJson(value))).toStrictEqual(value);
      }),
    );
  });

  test('JSON.parse reads written JSON as toDoubles does', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(stringifyJson(value))).toEqual(toDoubles(value));
      }),
    );
  });

  test('a text is valid exactly if JSON.parse accepts it, except duplicate properties', () => {
    const text = fc.oneof(
      fc.json(),
      fc
        .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '0', '\\', '\n', 'e', '.', '-', ' '))
        .map(([valid, at, piece]) => {
          const cut = at % (valid.length + 1);
          return valid.slice(0, cut) + piece + valid.slice(cut + (at % 2));
        }),
      fc.string({ unit: fc.constantFrom(...'[]{}:,"\\ 0123.eE+-truefalsn\n') }),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        let expected: unknown;
        try {
          expected = JSON.parse(candidate);
        } catch {
          expect(() => parseJson(candidate)).toThrow(JsonSyntaxError);
          return;
        }
        try {
          expect(toDoubles(parseJson(candidate))).toEqual(expected);
        } catch (error) {
          expect(error).toMatchObject({ message: expect.stringContaining('duplicate member') });
        }
      }),
      { numRuns: 1000 },
    );
  });
});
