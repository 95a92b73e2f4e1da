/**
 * Gives the items of a source. Once the signal has aborted, the next one has to come in time: a source that waits for what never happens
 * ends with the error, and is left as it is.
 */
export async function* endAfterAbort<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
  graceMs: number,
  overdue: () => Error,
): AsyncGenerator<T, void, void> {
  const iterator = source[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  let fail: (error: Error) => void = () => {};
  const start = () => {
    timer = setTimeout(() => fail(overdue()), graceMs);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  let isWaiting = false;
  try {
    for (;;) {
      isWaiting = true;
      // Each item has a promise of its own: one for all of them, in a race, would keep what each race gave.
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        fail = reject;
        iterator.next().then(resolve, reject);
      });
      isWaiting = false;
      if (next.done) return;
      yield next.value;
      timer?.refresh();
    }
  } finally {
    clearTimeout(timer);
    if (!isWaiting) await iterator.return?.();
    signal.removeEventListener('abort', start);
  }
}
