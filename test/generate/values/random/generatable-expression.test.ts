import { describe, expect, test } from 'vitest';
import { generatableExpression } from '../../../../harness/generate/values/random/generatable-expression.ts';
import { compilePattern } from '../../../../harness/openapi/schema/pattern/pattern.ts';

const sourceOf = (source: string) => generatableExpression(new RegExp(source, 'u')).expression.source;

describe('an expression to generate by', () => {
  test.each(['^[\\p{L}\\p{Z}_.:/=+\\-@]*$', '^\\p{Lu}\\p{N}{2}$', '^(\\p{Script=Greek}|[^\\d\\p{P}])+$', '\\P{L}$'])(
    'has a sample of the properties of %s',
    (source) => {
      const [narrow, whole] = [new RegExp(`^(?:${sourceOf(source)})`, 'u'), compilePattern(source)];
      const matching = ['a', 'É', 'λ', '中', '٣', ' ', '—', 'Z09', 'λа', '€'].filter((text) => narrow.test(text));
      expect(matching.filter((text) => whole?.test(text) !== true)).toEqual([]);
      expect(sourceOf(source)).not.toMatch(/\[(?!\^)[^\]]*\\p/);
    },
  );

  test('has an escaped hyphen after the class of an escape', () => {
    expect(generatableExpression(/^[\w-.+]+@[a-z\d-]+$/).expression.source).toBe('^[\\w\\-.+]+@[a-z\\d\\-]+$');
  });

  test('leaves out what comes before or after', () => {
    expect(sourceOf('^(?=.{3,63}$)(?!-)[a-z-]+(?<!-)$')).toBe('^[a-z\\-]+$');
    expect(sourceOf('\\b[a-f0-9]{8}\\b')).toBe('[a-f0-9]{8}');
  });

  test('is the same without properties and hyphens', () => {
    expect(sourceOf('^[a-z]+$')).toBe('^[a-z]+$');
  });
});
