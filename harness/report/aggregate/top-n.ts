import { acquire, type RetainedOutcome, release } from './retained-outcome.ts';

/** The first few of what is given, in an order of its own; they are evidence, and what drops out is so no longer. */
export class TopN<T extends { readonly retained: RetainedOutcome }> {
  readonly items: T[] = [];
  private readonly size: number;
  private readonly order: (a: T, b: T) => number;

  constructor(size: number, order: (a: T, b: T) => number) {
    this.size = size;
    this.order = order;
  }

  add(item: T): void {
    const found = this.items.findIndex((other) => this.order(item, other) < 0);
    const at = found < 0 ? this.items.length : found;
    if (at >= this.size) return;
    acquire(item.retained);
    this.items.splice(at, 0, item);
    const dropped = this.items.length > this.size ? this.items.pop() : undefined;
    if (dropped) release(dropped.retained);
  }
}
