import type { Operation } from '../../core/model.ts';
import { groupBy } from '../../core/util/group-by.ts';
import { deletesShared } from '../pool/record-use.ts';
import type { RunControl, SuiteContext } from '../suite.ts';
import { Gate } from './gate.ts';

/** Suites that run side by side wait here before they delete records that others need. */
export class LastDeletions {
  private readonly others: Set<string>;
  private readonly gate = new Gate();

  constructor(suites: readonly string[]) {
    this.others = new Set(suites);
  }

  /** The suite needs no such record any more. */
  leave(suite: string): void {
    this.others.delete(suite);
    if (this.others.size === 0) this.gate.open();
  }

  /** Waits until no suite needs such a record, as {@link Gate} does. */
  wait(suite: string, control: RunControl): Promise<void> {
    this.leave(suite);
    return this.gate.pass(control);
  }
}

/**
 * What is sent at any time, and what deletes records that other requests need: those within others first.
 * @param operationOf undefined for what stays where it is
 */
export function splitDeletions<T>(
  { executor: { records } }: SuiteContext,
  items: readonly T[],
  operationOf: (item: T) => Operation | undefined,
): { readonly others: T[]; readonly deletions: T[][] } {
  const isLast = (item: T) => {
    const operation = operationOf(item);
    return operation !== undefined && records !== undefined && deletesShared(records.live.model, operation);
  };
  const depthOf = (item: T) => operationOf(item)?.path.split('/').length ?? 0;
  const byDepth = [...groupBy(items.filter(isLast), depthOf)].toSorted(([a], [b]) => b - a);
  return { others: items.filter((item) => !isLast(item)), deletions: byDepth.map(([, group]) => group) };
}
