import { expect, test, vi } from 'vitest';
import { eventually } from '../../../harness/runner/pool/eventually.ts';

test('what is not there yet is looked at once more when the time is over, however long the first look took', async () => {
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  let looks = 0;
  const observe = async () => {
    clock += 5000;
    return ++looks;
  };
  expect(await eventually(1000, observe, (seen) => seen === 2)).toBe(2);
  expect(await eventually(1000, observe, () => false)).toBe(4);
  expect(await eventually(0, observe, () => false)).toBe(5);
});
