import { expect, test } from 'vitest';
import { FirstIn } from '../../../../harness/mock/world/records/first-in.ts';

test('the first entry is the oldest that is still there, also of those added later', () => {
  const entries = new Set(['a', 'b', 'c']);
  const first = new FirstIn(entries);
  const take = () => {
    const next = first.next();
    if (next !== undefined) entries.delete(next);
    return next;
  };
  entries.delete('b');
  expect([take(), take(), take()]).toEqual(['a', 'c', undefined]);
  entries.add('a').add('d');
  expect(take()).toBe('a');
  entries.clear();
  entries.add('e');
  expect([take(), take()]).toEqual(['e', undefined]);
});
