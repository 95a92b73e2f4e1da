import { DreddError } from './dredd-error.ts';
import type { DreddResult, DreddStats, DreddTransaction } from './worker/messages.ts';

/** Compares what was planned with what ran, because a Dredd that runs nothing calls that a success. */
export class ResultLedger {
  readonly #planned: number;
  /** Names of the transactions without a result, by id. */
  readonly #open: Map<string, string>;

  /** Throws {@link DreddError} for a plan without transactions, or with two of the same id. */
  constructor(transactions: readonly DreddTransaction[]) {
    if (transactions.length === 0) {
      throw new DreddError('There is no transaction for Dredd to run');
    }
    this.#planned = transactions.length;
    this.#open = new Map();
    for (const { id, name } of transactions) {
      if (this.#open.has(id)) {
        throw new DreddError(`Two transactions for Dredd have the id "${id}"`);
      }
      this.#open.set(id, name);
    }
  }

  /** Throws {@link DreddError} for a result that is none of the plan's, or its second. */
  add({ id }: DreddResult): void {
    if (!this.#open.delete(id)) {
      throw new DreddError(`Dredd gave a result that was not asked for: "${id}"`);
    }
  }

  /** Throws {@link DreddError} with the names of those that were not run, or where Dredd's own count is another. */
  close(stats: DreddStats): void {
    if (this.#open.size > 0) {
      const names = [...this.#open.values()].map((name) => `"${name}"`).join(', ');
      throw new DreddError(`Dredd did not run ${this.#open.size} of ${this.#planned} transactions: ${names}`);
    }
    if (stats.tests !== this.#planned) {
      throw new DreddError(`Dredd counts ${stats.tests} tests for ${this.#planned} transactions`);
    }
  }
}
