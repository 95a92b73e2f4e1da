import { EventLoopYielder } from './event-loop.ts';

/** Runs at most `limit` tasks at the same time and yields each result as it arrives; throws the first error. */
export async function* mapConcurrent<T, R>(
  items: Iterable<T>,
  limit: number,
  start: (item: T) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const queue = items[Symbol.iterator]();
  const ready: R[] = [];
  const errors: unknown[] = [];
  let pending = 0;
  let wake = (): void => {};
  const appendTo = <V>(list: V[]) => {
    return (value: V) => {
      list.push(value);
      wake();
    };
  };
  const yielder = new EventLoopYielder();
  for (;;) {
    for (; pending < limit; pending++) {
      if (yielder.isDue) await yielder.yieldNow();
      const next = queue.next();
      if (next.done) break;
      start(next.value).then(appendTo(ready), appendTo(errors));
    }
    if (pending === 0) return;
    if (ready.length + errors.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (errors.length > 0) throw errors[0];
    pending--;
    yield ready.shift() as R;
  }
}
