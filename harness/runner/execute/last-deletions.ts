import type { Operation } from '../../core/model.ts';
import { groupBy } from '../../core/util/group-by.ts';
import type { RunControl, SuiteContext } from '../suite.ts';
import { shareOf } from '../time-limit.ts';

/** Of the time that is left, how much a suite waits for the others. */
const WAITING_SHARE = 1 / 2;

/** Suites that run side by side wait here before they delete records that they cannot create again. */
export class LastDeletions {
  private readonly others: Set<string>;
  private release: () => void = () => {};
  private readonly released = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  constructor(suites: readonly string[]) {
    this.others = new Set(suites);
  }

  /** The suite needs no such record any more. */
  leave(suite: string): void {
    this.others.delete(suite);
    if (this.others.size === 0) this.release();
  }

  /** Waits until no suite needs such a record, the run is stopped, or half of its time is over. */
  async wait(suite: string, { signal, deadline }: RunControl): Promise<void> {
    this.leave(suite);
    const waitMs = Math.max(0, shareOf(deadline, WAITING_SHARE) - performance.now());
    let timer: NodeJS.Timeout | undefined;
    const ended = new Promise<void>((resolve) => {
      if (Number.isFinite(waitMs)) timer = setTimeout(resolve, waitMs);
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([this.released, ended]);
    clearTimeout(timer);
  }
}

/**
 * What is sent at any time, and what deletes records that nothing creates: those within others first.
 * @param operationOf undefined for what stays where it is
 */
export function splitDeletions<T>(
  { executor: { records } }: SuiteContext,
  items: readonly T[],
  operationOf: (item: T) => Operation | undefined,
): { readonly others: T[]; readonly deletions: T[][] } {
  const isLast = (item: T) => {
    const operation = operationOf(item);
    return operation !== undefined && records?.live.deletesGiven(operation) === true;
  };
  const depthOf = (item: T) => operationOf(item)?.path.split('/').length ?? 0;
  const byDepth = [...groupBy(items.filter(isLast), depthOf)].toSorted(([a], [b]) => b - a);
  return { others: items.filter((item) => !isLast(item)), deletions: byDepth.map(([, group]) => group) };
}
