import { describe, expect, test } from 'vitest';
import { didYouMean, formatLocation, InputError } from '../../harness/core/errors.ts';

describe('didYouMean', () => {
  test.each([
    ['generate', 'generated'],
    ['exampels', 'examples'],
    ['DREDD', 'dredd'],
    ['dred', 'dredd'],
    ['drdd', 'dredd'],
  ])('suggests for %s: %s', (word, found) => {
    expect(didYouMean(word, ['examples', 'generated', 'dredd'])).toBe(found);
  });

  test.each(['', 'x', 'fuzz', 'sample', 'contracts'])('to %j is none', (word) => {
    expect(didYouMean(word, ['examples', 'generated', 'dredd'])).toBeUndefined();
  });

  test('counts letters that changed places as one edit', () => {
    expect(didYouMean('prot', ['port', 'proxy', 'host'])).toBe('port');
  });

  test('suggests the first of equally near names, and nothing without candidates', () => {
    expect(didYouMean('bat', ['cat', 'hat'])).toBe('cat');
    expect(didYouMean('bat', [])).toBeUndefined();
  });
});

test('an error with a location starts with it, in the format that editors link', () => {
  const location = { file: 'a.yaml', line: 3, column: 7 };
  expect(new InputError('it is wrong', location).message).toBe(`${formatLocation(location)}: it is wrong`);
  expect(new InputError('it is wrong').message).toBe('it is wrong');
});
