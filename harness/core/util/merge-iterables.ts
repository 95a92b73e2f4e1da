/** Merges async iterables that run at the same time; the first error ends the others and is thrown. */
export async function* mergeIterables<T>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T, void, void> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const next = (iterator: AsyncIterator<T>) => iterator.next().then((result) => ({ iterator, result }));
  const pending = new Map(iterators.map((iterator) => [iterator, next(iterator)]));
  try {
    while (pending.size > 0) {
      const { iterator, result } = await Promise.race(pending.values());
      if (result.done) pending.delete(iterator);
      else {
        pending.set(iterator, next(iterator));
        yield result.value;
      }
    }
  } finally {
    await Promise.allSettled([...pending.keys()].map((iterator) => iterator.return?.()));
  }
}
