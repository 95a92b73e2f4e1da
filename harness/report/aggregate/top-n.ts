import { acquire, type RetainedOutcome, release } from './retained-outcome.ts';

/** Retains the first N items by an order, and releases the evidence of those that drop out. */
export class TopN<T extends { readonly retained: RetainedOutcome }> {
  readonly items: T[] = [];
  private readonly size: number;
  private readonly order: (a: T, b: T) => number;

  constructor(size: number, order: (a: T, b: T) => number) {
    this.size = size;
    this.order = order;
  }

  add(item: T): void {
    const next = this.items.findIndex((other) => this.order(item, other) < 0);
    const at = next < 0 ? this.items.length : next;
    if (at >= this.size) return;
    acquire(item.retained);
    this.items.splice(at, 0, item);
    const dropped = this.items.length > this.size ? this.items.pop() : undefined;
    if (dropped) release(dropped.retained);
  }
}
