import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stallAwareTimeout } from '../../harness/http/stall-aware-timeout.ts';

test('a timeout calls back after its time', async () => {
  const started = performance.now();
  await new Promise<void>((resolve) => {
    stallAwareTimeout(20, resolve);
  });
  expect(performance.now() - started).toBeGreaterThanOrEqual(19);
});

test('a canceled timeout does not call back', async () => {
  let calls = 0;
  stallAwareTimeout(0, () => calls++)();
  await setImmediate();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(calls).toBe(0);
});

test('a response that arrives while the event loop is blocked is read before the timeout', async () => {
  const order: string[] = [];
  const timedOut = new Promise<void>((resolve) => {
    stallAwareTimeout(10, () => {
      order.push('timeout');
      resolve();
    });
  });
  setTimeout(() => order.push('response'), 15);
  for (const end = performance.now() + 120; performance.now() < end; );
  await timedOut;
  expect(order).toEqual(['response', 'timeout']);
});

test('what has arrived when the time is over is read before the timeout', async () => {
  const order: string[] = [];
  // Sockets are read after the timers, before `setImmediate` calls back.
  setTimeout(() => void setImmediate().then(() => order.push('response')), 10);
  await new Promise<void>((resolve) => {
    stallAwareTimeout(10, () => {
      order.push('timeout');
      resolve();
    });
  });
  expect(order).toEqual(['response', 'timeout']);
});
