interface Arrived<T> {
  readonly iterator: AsyncIterator<T>;
  readonly result: IteratorResult<T, unknown>;
}

/**
 * Merges async iterables that run at the same time; the first error ends the others and is thrown. This is no `Promise.race`: each race
 * leaves a reaction at the promise of a source that is slow, and with it its own item, until that source goes on.
 */
export async function* mergeIterables<T>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T, void, void> {
  const open = new Set(sources.map((source) => source[Symbol.asyncIterator]()));
  const arrived: Arrived<T>[] = [];
  const errors: unknown[] = [];
  let wake = (): void => {};
  const appendTo = <V>(list: V[]) => {
    return (value: V) => {
      list.push(value);
      wake();
    };
  };
  const ask = (iterator: AsyncIterator<T>) =>
    void iterator
      .next()
      .then((result) => ({ iterator, result }))
      .then(appendTo(arrived), appendTo(errors));
  try {
    for (const iterator of open) ask(iterator);
    while (open.size > 0) {
      if (arrived.length + errors.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (errors.length > 0) throw errors[0];
      const { iterator, result } = arrived.shift() as Arrived<T>;
      if (result.done) open.delete(iterator);
      else {
        ask(iterator);
        yield result.value;
      }
    }
  } finally {
    await Promise.allSettled([...open].map((iterator) => iterator.return?.()));
  }
}
