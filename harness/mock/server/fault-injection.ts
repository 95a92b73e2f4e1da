import type { Operation } from '../../core/model.ts';
import { seededRandom } from '../../core/util/random.ts';

export interface FaultInjectionOptions {
  /** Milliseconds before each answer, inclusive. */
  readonly delay?: { readonly min: number; readonly max: number } | undefined;
  /** Share of accepted requests that fail, from 0 to 1. */
  readonly fail?: number | undefined;
  readonly seed?: string | undefined;
}

/** Failures that clients have to live with, the likeliest first. */
const USUAL = [500, 503, 429];

/** Slowness and failures on purpose, the same for the same seed and order of requests. */
export class FaultInjection {
  private readonly delayed: FaultInjectionOptions['delay'];
  private readonly fail: number;
  private readonly random: () => number;
  private readonly statuses = new WeakMap<Operation, readonly number[]>();

  constructor({ delay, fail = 0, seed = 'chaos' }: FaultInjectionOptions) {
    this.delayed = delay;
    this.fail = fail;
    this.random = seededRandom(seed);
  }

  /** Milliseconds to wait before the next answer. */
  delay(): number {
    if (!this.delayed) return 0;
    const { min, max } = this.delayed;
    return min + Math.floor(this.random() * (max - min + 1));
  }

  /** The status with which an accepted request fails now, or undefined where it does not. */
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

/** What the document names of the failures that are no fault of a request; the usual ones where it says `default`, a range or nothing. */
function failuresOf({ response }: Operation): readonly number[] {
  const documented = USUAL.filter((status) => response(status));
  return documented.length > 0 ? documented : [500];
}
