import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stallAwareTimeout } from '../../harness/http/stall-aware-timeout.ts';

test('it calls back after its time', async () => {
  const started = performance.now();
  await new Promise<void>((resolve) => {
    stallAwareTimeout(20, resolve);
  });
  expect(performance.now() - started).toBeGreaterThanOrEqual(19);
});

test('it does not once it is ended', async () => {
  let calls = 0;
  stallAwareTimeout(0, () => calls++)();
  await setImmediate();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(calls).toBe(0);
});

test('what comes while the process is busy is read before the time is over', async () => {
  const order: string[] = [];
  const over = new Promise<void>((resolve) => {
    stallAwareTimeout(10, () => {
      order.push('over');
      resolve();
    });
  });
  setTimeout(() => order.push('answer'), 15);
  for (const end = performance.now() + 120; performance.now() < end; );
  await over;
  expect(order).toEqual(['answer', 'over']);
});
