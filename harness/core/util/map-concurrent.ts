import { EventLoopYielder } from './event-loop.ts';

/** Starts tasks as they are drawn, so many at once, and gives each result as it comes; the first error ends it and is thrown. */
export async function* mapConcurrent<T, R>(
  items: Iterable<T>,
  limit: number,
  start: (item: T) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const queue = items[Symbol.iterator]();
  const ready: R[] = [];
  const errors: unknown[] = [];
  let underWay = 0;
  let wake = (): void => {};
  const settle = <V>(list: V[]) => {
    return (value: V) => {
      list.push(value);
      wake();
    };
  };
  const breather = new EventLoopYielder();
  for (;;) {
    for (; underWay < limit; underWay++) {
      if (breather.isDue) await breather.yieldIfDue();
      const next = queue.next();
      if (next.done) break;
      start(next.value).then(settle(ready), settle(errors));
    }
    if (underWay === 0) return;
    if (ready.length + errors.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (errors.length > 0) throw errors[0];
    underWay--;
    yield ready.shift() as R;
  }
}
