import type { Operation } from '../../core/model.ts';
import { seededRandom } from '../../core/util/random.ts';

export interface FaultInjectionOptions {
  /** Milliseconds before each response, both inclusive. */
  readonly delay?: { readonly min: number; readonly max: number } | undefined;
  /** Fraction of valid requests that fail, from 0 to 1. */
  readonly fail?: number | undefined;
  readonly seed?: string | undefined;
}

/** Delays and failures that are in effect. */
export type FaultSettings = Required<Pick<FaultInjectionOptions, 'delay'>> & { readonly fail: number };

/** The failures that clients should handle. */
const COMMON_FAILURES = [500, 503, 429];

/** Delays and failures, reproducible by seed and order of the requests. */
export class FaultInjection {
  private readonly initial: FaultSettings;
  private current: FaultSettings;
  private readonly random: () => number;
  private readonly statuses = new WeakMap<Operation, readonly number[]>();

  constructor({ delay, fail = 0, seed = 'chaos' }: FaultInjectionOptions) {
    this.initial = { delay, fail };
    this.current = this.initial;
    this.random = seededRandom(seed);
  }

  get settings(): FaultSettings {
    return this.current;
  }

  setDelay(delay: FaultSettings['delay']): void {
    this.current = { ...this.current, delay };
  }

  setFailures(fail: number): void {
    this.current = { ...this.current, fail };
  }

  /** Returns to the delays and failures that it began with. */
  reset(): void {
    this.current = this.initial;
  }

  /** Returns the delay of the next response in milliseconds. */
  delay(): number {
    if (!this.current.delay) return 0;
    const { min, max } = this.current.delay;
    return min + Math.floor(this.random() * (max - min + 1));
  }

  /** Returns the status of an injected failure. @returns undefined if the request shall succeed */
  failure(operation: Operation): number | undefined {
    if (this.current.fail === 0 || this.random() >= this.current.fail) return undefined;
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
