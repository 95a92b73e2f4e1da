import { describe, expect, test } from 'vitest';
import { withSampledProperties } from '../../../../harness/generate/values/random/sampled-properties.ts';
import { compilePattern } from '../../../../harness/openapi/schema/pattern/pattern.ts';

const sampled = (source: string) => withSampledProperties(new RegExp(source, 'u')).source;

describe('an expression with sampled properties', () => {
  test.each(['^[\\p{L}\\p{Z}_.:/=+\\-@]*$', '^\\p{Lu}\\p{N}{2}$', '^(\\p{Script=Greek}|[^\\d\\p{P}])+$', '\\P{L}$'])(
    'of %s matches less',
    (source) => {
      const [narrow, whole] = [new RegExp(`^(?:${sampled(source)})`, 'u'), compilePattern(source)];
      const matching = ['a', 'É', 'λ', '中', '٣', ' ', '—', 'Z09', 'λа', '€'].filter((text) => narrow.test(text));
      expect(matching.filter((text) => whole?.test(text) !== true)).toEqual([]);
      expect(sampled(source)).not.toMatch(/\[(?!\^)[^\]]*\\p/);
    },
  );

  test('keeps a negated class, whose characters would be more', () => {
    expect(sampled('^[^\\p{L}]$')).toBe('^[^\\p{L}]$');
  });

  test('is the same without properties', () => {
    expect(sampled('^[a-z]+$')).toBe('^[a-z]+$');
  });
});
