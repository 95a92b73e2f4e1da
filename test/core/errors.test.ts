import { describe, expect, test } from 'vitest';
import { didYouMean, formatLocation, InputError } from '../../harness/core/errors.ts';

describe('the nearest name', () => {
  test.each([
    ['generate', 'generated'],
    ['exampels', 'examples'],
    ['DREDD', 'dredd'],
    ['dred', 'dredd'],
    ['drdd', 'dredd'],
  ])('to %s is %s', (word, found) => {
    expect(didYouMean(word, ['examples', 'generated', 'dredd'])).toBe(found);
  });

  test.each(['', 'x', 'fuzz', 'sample', 'contracts'])('to %j is none', (word) => {
    expect(didYouMean(word, ['examples', 'generated', 'dredd'])).toBeUndefined();
  });

  test('is the first of those that are equally near, and none where there is none', () => {
    expect(didYouMean('bat', ['cat', 'hat'])).toBe('cat');
    expect(didYouMean('bat', [])).toBeUndefined();
  });
});

test('an error that has a place says it first, as editors link it', () => {
  const location = { file: 'a.yaml', line: 3, column: 7 };
  expect(new InputError('it is wrong', location).message).toBe(`${formatLocation(location)}: it is wrong`);
  expect(new InputError('it is wrong').message).toBe('it is wrong');
});
