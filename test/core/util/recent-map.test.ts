import { expect, test } from 'vitest';
import { RecentMap } from '../../../harness/core/util/recent-map.ts';

test('an entry stays as long as it is asked for while as many others come in as there is room for', () => {
  const map = new RecentMap<number, string>(3);
  for (let key = 0; key < 20; key++) {
    map.set(key, `value ${key}`);
    expect(map.get(0)).toBe('value 0');
    expect(map.get(key)).toBe(`value ${key}`);
  }
  const kept = Array.from({ length: 20 }, (_, key) => key).filter((key) => map.get(key) !== undefined);
  expect(kept).toContain(19);
  expect(kept.length).toBeLessThanOrEqual(6);
});
