import { expect, test } from 'vitest';
import { endAfterAbort } from '../../../harness/core/util/end-after-abort.ts';

const late = () => new Error('it does not end');

async function* numbers(last: number, end?: Promise<void>): AsyncGenerator<number, void, void> {
  for (let each = 1; each <= last; each++) yield each;
  await end;
}

async function all(source: AsyncIterable<number>): Promise<number[]> {
  const items: number[] = [];
  for await (const item of source) items.push(item);
  return items;
}

test('gives all items of a source that ends', async () => {
  const aborted = AbortSignal.abort();
  expect(await all(endAfterAbort(numbers(3), aborted, 1000, late))).toEqual([1, 2, 3]);
  expect(await all(endAfterAbort(numbers(3), new AbortController().signal, 1000, late))).toEqual([1, 2, 3]);
});

test('ends a source that waits for ever once the signal has aborted', async () => {
  const controller = new AbortController();
  const ending = all(endAfterAbort(numbers(1, new Promise(() => {})), controller.signal, 1, late));
  controller.abort();
  await expect(ending).rejects.toThrow('it does not end');
});
