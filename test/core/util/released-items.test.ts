import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { endAfterAbort } from '../../../harness/core/util/end-after-abort.ts';
import { mergeIterables } from '../../../harness/core/util/merge-iterables.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function* items(count: number): AsyncGenerator<object> {
  for (let index = 0; index < count; index++) yield { index };
}

async function* never(): AsyncGenerator<object> {
  await new Promise(() => {});
}

/** How many of the items that were read from an iterable are still in memory. */
async function kept(iterable: AsyncIterable<object>, count: number): Promise<number> {
  const iterator = iterable[Symbol.asyncIterator]();
  const read: WeakRef<object>[] = [];
  while (read.length < count) read.push(new WeakRef((await iterator.next()).value as object));
  // What a WeakRef was made of stays until the turn is over.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  const alive = read.filter((each) => each.deref() !== undefined).length;
  void iterator.next();
  return alive;
}

test('what was read from one source is released while another one waits', async () => {
  expect(await kept(mergeIterables([never(), items(100)]), 99)).toBeLessThanOrEqual(2);
});

test('what was read from a source that may have to end is released', async () => {
  const late = () => new Error('late');
  expect(await kept(endAfterAbort(items(100), new AbortController().signal, 1, late), 99)).toBeLessThanOrEqual(2);
});
