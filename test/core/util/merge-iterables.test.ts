import { expect, test } from 'vitest';
import { mergeIterables } from '../../../harness/core/util/merge-iterables.ts';

/** Yields its values as they are let go, and notes how it ended. */
class Source {
  readonly ended: string[] = [];
  private readonly waiting: ((act: () => string | undefined) => void)[] = [];

  async *values(): AsyncGenerator<string> {
    try {
      for (;;) {
        const act = await new Promise<() => string | undefined>((resolve) => this.waiting.push(resolve));
        const value = act();
        if (value === undefined) return;
        yield value;
      }
    } finally {
      this.ended.push('ended');
    }
  }

  async give(act: () => string | undefined): Promise<void> {
    while (this.waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    this.waiting.shift()?.(act);
  }
}

async function* list(...values: string[]): AsyncGenerator<string> {
  yield* values;
}

async function collect(sources: AsyncIterable<string>[]): Promise<string[]> {
  const values: string[] = [];
  for await (const value of mergeIterables(sources)) values.push(value);
  return values;
}

test('each source is read to its end in order', async () => {
  const values = await collect([list('a1', 'a2', 'a3'), list(), list('b1', 'b2')]);
  expect(values.filter((value) => value.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
  expect(values.filter((value) => value.startsWith('b'))).toEqual(['b1', 'b2']);
  expect(await collect([])).toEqual([]);
});

test('a slow source does not delay the others', async () => {
  const slow = new Source();
  const reading = mergeIterables([slow.values(), list('b1', 'b2')]);
  expect([await reading.next(), await reading.next()]).toMatchObject([{ value: 'b1' }, { value: 'b2' }]);
  await slow.give(() => 'late');
  expect(await reading.next()).toMatchObject({ value: 'late' });
  await slow.give(() => undefined);
  expect(await reading.next()).toEqual({ done: true, value: undefined });
});

test('the error of a source is thrown and ends the others', async () => {
  const [failing, other] = [new Source(), list('b1', 'b2', 'b3', 'b4')];
  const reading = collect([failing.values(), other]);
  await failing.give(() => {
    throw new Error('broken');
  });
  await expect(reading).rejects.toThrow('broken');
  expect(failing.ended).toEqual(['ended']);
});

test('a consumer that stops reading ends every source', async () => {
  const source = new Source();
  const values = source.values();
  const reading = mergeIterables([values, list('b1', 'b2')]);
  await reading.next();
  await Promise.all([reading.return(), source.give(() => undefined)]);
  expect(source.ended).toEqual(['ended']);
  expect(await values.next()).toEqual({ done: true, value: undefined });
});
