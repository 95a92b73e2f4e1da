/** Yields the items of several sources by turns, a few of each, until all are exhausted. */
export function* takeTurns<T>(sources: Iterable<Iterable<T>>, itemsPerTurn: number): Generator<T> {
  let iterators = Array.from(sources, (source) => source[Symbol.iterator]());
  while (iterators.length > 0) {
    const open: Iterator<T>[] = [];
    for (const iterator of iterators) {
      let next = iterator.next();
      for (let taken = 1; !next.done; taken++) {
        yield next.value;
        if (taken === itemsPerTurn) break;
        next = iterator.next();
      }
      if (!next.done) open.push(iterator);
    }
    iterators = open;
  }
}
