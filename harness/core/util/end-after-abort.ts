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
  const late = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Nobody may be waiting for an item when it fails.
  late.catch(() => {});
  const start = () => {
    timer = setTimeout(() => fail(overdue()), graceMs);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  let isWaiting = false;
  try {
    for (;;) {
      isWaiting = true;
      const next = await Promise.race([iterator.next(), late]);
      isWaiting = false;
      if (next.done) return;
      timer?.refresh();
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    if (!isWaiting) await iterator.return?.();
    signal.removeEventListener('abort', start);
  }
}
