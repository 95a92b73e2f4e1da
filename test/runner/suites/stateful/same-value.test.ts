import { describe, expect, test } from 'vitest';
import { isSameValue } from '../../../../harness/runner/suites/stateful/steps/same-value.ts';

describe('a service that was sent one value', () => {
  test.each([
    ['12.50', '12.5'],
    ['46', '46.00'],
    ['05', '5.00'],
    ['-.5', '-0.50'],
    ['5.', '5.00'],
    ['  a b ', 'A B'],
    ['2024-03-01T10:00:00Z', '2024-03-01T12:00:00+02:00'],
  ])('may show %j as %j', (sent, shown) => {
    expect(isSameValue(sent, shown)).toBe(true);
  });

  test.each([
    ['007', '7'],
    ['05', '6.00'],
    ['.', '0.00'],
    ['-5', '5.00'],
    ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00+02:00'],
  ])('may not show %j as %j', (sent, shown) => {
    expect(isSameValue(sent, shown)).toBe(false);
  });
});
