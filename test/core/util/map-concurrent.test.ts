import { expect, test } from 'vitest';
import { mapConcurrent } from '../../../harness/core/util/map-concurrent.ts';

/** Items of which each takes some time to draw. */
function* slow(seen: () => boolean): Generator<boolean> {
  for (let count = 0; count < 4; count++) {
    for (const end = performance.now() + 60; performance.now() < end; );
    yield seen();
  }
}

test('timers run between two items of a slow iterable', async () => {
  let seen = false;
  setTimeout(() => {
    seen = true;
  }, 1);
  const drawn: boolean[] = [];
  for await (const each of mapConcurrent(
    slow(() => seen),
    8,
    async (item) => item,
  ))
    drawn.push(each);
  expect(drawn).toContain(true);
});
