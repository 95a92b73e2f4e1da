import type { Operation } from '../../core/model.ts';
import { seededRandom } from '../../core/util/random.ts';

export interface FaultInjectionOptions {
  /** Milliseconds before each response, both inclusive. */
  readonly delay?: { readonly min: number; readonly max: number } | undefined;
  /** Fraction of valid requests that fail, from 0 to 1. */
  readonly fail?: number | undefined;
  readonly seed?: string | undefined;
}

/** The failures that clients should handle. */
const COMMON_FAILURES = [500, 503, 429];

/** Delays and failures, reproducible by seed and order of the requests. */
export class FaultInjection {
  private readonly delayRange: FaultInjectionOptions['delay'];
  private readonly fail: number;
  private readonly random: () => number;
  private readonly statuses = new WeakMap<Operation, readonly number[]>();

  constructor({ delay, fail = 0, seed = 'chaos' }: FaultInjectionOptions) {
    this.delayRange = delay;
    this.fail = fail;
    this.random = seededRandom(seed);
  }

  /** Returns the delay of the next response in milliseconds. */
  delay(): number {
    if (!this.delayRange) return 0;
    const { min, max } = this.delayRange;
    return min + Math.floor(this.random() * (max - min + 1));
  }

  /** Returns the status of an injected failure. @returns undefined if the request shall succeed */
  failure(operation: Operation): number | undefined {
    if (this.fail === 0 || this.random() >= this.fail) return undefined;
    let statuses = this.statuses.get(operation);
    if (!statuses) {
      statuses = failuresOf(operation);
      this.statuses.set(operation, statuses);
    }
    return statuses[Math.floor(this.random() * statuses.length)];
  }
}

/** Returns the common failures that the document covers, also by `default` or a range; otherwise 500. */
function failuresOf({ response }: Operation): readonly number[] {
  const documented = COMMON_FAILURES.filter((status) => response(status));
  return documented.length > 0 ? documented : [500];
}
