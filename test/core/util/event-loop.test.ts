import { readFile } from 'node:fs';
import { expect, test } from 'vitest';
import { EventLoopYielder } from '../../../harness/core/util/event-loop.ts';

test('a yield lets a timer that is due fire, also amid the callbacks of files and sockets', async () => {
  await new Promise((resolve) => readFile(import.meta.filename, resolve));
  let hasFired = false;
  setTimeout(() => (hasFired = true), 1);
  const yielder = new EventLoopYielder();
  while (!yielder.isDue);
  await yielder.yieldNow();
  expect(hasFired).toBe(true);
});
