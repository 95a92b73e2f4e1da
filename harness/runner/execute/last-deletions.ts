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
export async function splitDeletions<T>(
  { executor: { records } }: SuiteContext,
  items: readonly T[],
  operationOf: (item: T) => Operation | undefined,
): Promise<{ readonly others: T[]; readonly deletions: T[][] }> {
  if (!records) return { others: [...items], deletions: [] };
  const { live } = records;
  const operations = new Set(items.flatMap((item) => operationOf(item) ?? []));
  const shared = new Set<Operation>();
  for (const each of operations) if (deletesShared(live.model, each) || (await live.lacksOwn(each))) shared.add(each);
  return split(items, operationOf, shared);
}

/** As {@link splitDeletions}, before it is known of which records there are none but those that others need. */
export function splitSharedDeletions(
  { executor: { records } }: SuiteContext,
  operations: readonly Operation[],
): { readonly others: Operation[]; readonly deletions: Operation[][] } {
  const shared = operations.filter((each) => records !== undefined && deletesShared(records.live.model, each));
  return split(operations, (each) => each, new Set(shared));
}

function split<T>(
  items: readonly T[],
  operationOf: (item: T) => Operation | undefined,
  shared: ReadonlySet<Operation>,
): { readonly others: T[]; readonly deletions: T[][] } {
  const isLast = (item: T) => {
    const operation = operationOf(item);
    return operation !== undefined && shared.has(operation);
  };
  const depthOf = (item: T) => operationOf(item)?.path.split('/').length ?? 0;
  const byDepth = [...groupBy(items.filter(isLast), depthOf)].toSorted(([a], [b]) => b - a);
  return { others: items.filter((item) => !isLast(item)), deletions: byDepth.map(([, group]) => group) };
}
