import { expect, test } from 'vitest';
import { toldPart } from '../../../../harness/openapi/resources/prose/filters.ts';
import { saysAnyCase } from '../../../../harness/openapi/resources/prose/letter-case.ts';

test.each<[string, ReturnType<typeof toldPart>]>([
  ['Part of the name; upper and lower case make no difference', { of: 'name', isInWords: false }],
  ['Only members whose name contains this text, without regard to case.', { of: 'name', isInWords: true }],
  ['Only products whose name or sku contains the string.', { of: 'name', isInWords: true }],
  ['Only members whose name contains a text of at least 3 letters', undefined],
  ['A substring of the title.', { of: 'title', isInWords: true }],
  ['Word in the display name or the e-mail', { of: 'display name', isInWords: false }],
  ['The whole name', undefined],
  ['Partner of the member', undefined],
])('%j tells which part of a text is searched for', (text, part) => {
  expect(toldPart(text)).toEqual(part);
});

test.each<[string, boolean]>([
  ['The name, ignoring case', true],
  ['Case-insensitive', true],
  ['upper and lower case make no difference', true],
  ['whatever the case', true],
  ['Case matters', false],
  ['in case of doubt', false],
])('%j says whether letter case counts', (text, isAny) => {
  expect(saysAnyCase(text)).toBe(isAny);
});
