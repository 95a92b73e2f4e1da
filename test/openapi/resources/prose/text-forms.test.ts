import { expect, test } from 'vitest';
import { textForm } from '../../../../harness/openapi/resources/prose/text-forms.ts';

test.each([
  ['Stored exactly as sent', '  A b '],
  ['White space is never trimmed.', '  A b '],
  ['Kept verbatim', '  A b '],
  ['Leading and trailing white space is removed.', 'A b'],
  ['A title; surrounding whitespace is stripped', 'A b'],
  ['Trimmed.', 'A b'],
  ['E-mail address, stored in lower case', '  a b '],
  ['Converted to upper-case. Leading or trailing spaces are trimmed.', 'A B'],
])('"%s" makes of a text: "%s"', (description, expected) => {
  expect(textForm(description)?.apply('  A b ')).toBe(expected);
});

test.each([
  'Must be in lower case',
  'Stored in lower case if it is an e-mail address',
  'Compared in lower case',
  'Kept unchanged after the creation',
  'Spaces are removed',
  'Not stored in lower case',
  'Leading and trailing white space is removed; never trimmed',
])('"%s" says nothing of it', (description) => {
  expect(textForm(description)).toBeUndefined();
});
