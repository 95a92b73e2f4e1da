import { assert, constantFrom, letrec, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { longestQuickText } from '../../../../harness/openapi/schema/pattern/backtracking.ts';
import { linearMatcher } from '../../../../harness/openapi/schema/pattern/linear.ts';
import { parsePattern } from '../../../../harness/openapi/schema/pattern/syntax.ts';

const ATOMS = [
  'a',
  'b',
  '.',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '\\d',
  '[^a]',
  '[ab]',
  '[^\\s]',
  '[]',
  '[^]',
  '\\p{Lu}',
  '\\P{L}',
  '\\b',
  '\\B',
];
const QUANTIFIERS = ['', '', '?', '*', '+', '*?', '{2}', '{1,2}', '{2,}', '{0}'];
const { pattern } = letrec<{ pattern: string; sequence: string; item: string }>((tie) => ({
  item: tuple(
    constantFrom(...ATOMS.slice(0, 15).map((atom) => `${atom}`), '(a|b)', '(?:ab?|c)', '(a+)', '(?:|a)'),
    constantFrom(...QUANTIFIERS),
  ).map((parts) => parts.join('')),
  sequence: tuple(
    constantFrom('', '^', '\\b', '\\B'),
    tie('item'),
    tie('item'),
    tie('item'),
    constantFrom('', '$'),
  ).map((parts) => parts.join('')),
  pattern: tuple(tie('sequence'), constantFrom('', '|'), tie('sequence')).map(([first, or, second]) =>
    or ? `${first}|${second}` : first,
  ),
}));
const text = string({
  unit: constantFrom('a', 'b', 'B', 'c', '1', ' ', '\n', '\u2029', '\ufeff', 'É', '😀', '\udc00'),
  maxLength: 8,
});

test('the linear engine matches what RegExp matches', () => {
  assert(
    property(pattern, text, (source, input) => {
      const syntax = parsePattern(source, 'u');
      return syntax !== undefined && linearMatcher(syntax)?.(input) === new RegExp(source, 'u').test(input);
    }),
    { numRuns: 600, seed: 1 },
  );
});

test.each([
  '^(a+)+$',
  '(a|aa)+$',
  '^(a*)*b',
  '^(a?b?)*$',
  '^(a|b|ab)*c$',
  '^(\\w+\\s?)*$',
  '(x+x+)+y',
  '(a?){40}$',
  '^((a{1,2}){1,2}){9}$',
])('V8 is not trusted with %s', (source) => expect(quickLengthOf(source)).toBeLessThan(20));

test.each([
  '^[a-z]+(-[a-z]+)*$',
  '^(?:[a-z0-9]+\\.)+$',
  '^"(?:[^"\\\\]|\\\\.)*"$',
  '^(?:/[^/]+)*/?$',
  '^\\d{3}-\\d{4}$',
  '^\\d+\\.\\d+\\.\\d+$',
])('V8 is trusted with %s', (source) => expect(quickLengthOf(source)).toBeGreaterThan(10_000));

function quickLengthOf(source: string): number {
  const syntax = parsePattern(source, 'u');
  return syntax ? longestQuickText(syntax) : 0;
}
