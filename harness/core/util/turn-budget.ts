import { overload } from './overload.ts';

/** Time for a kind of work in one turn of the event loop, so that signals and other clients wait no longer, however much of it there is. */
export class TurnBudget {
  private readonly budgetMs: number;
  private spentMs = 0;

  constructor(budgetMs: number) {
    this.budgetMs = budgetMs;
  }

  /** What is left of this turn, in whole milliseconds. */
  get remainingMs(): number {
    return Math.max(0, Math.floor(this.budgetMs * overload() - this.spentMs));
  }

  /** Runs work on account of this turn. */
  spend<T>(work: () => T): T {
    if (this.spentMs === 0) setImmediate(() => (this.spentMs = 0)).unref();
    const start = performance.now();
    try {
      return work();
    } finally {
      this.spentMs += performance.now() - start;
    }
  }
}
