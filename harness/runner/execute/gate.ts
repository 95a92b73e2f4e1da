import type { RunControl } from '../suite.ts';
import { shareOf } from '../time-limit.ts';

/** Of the time that is left, how long a suite waits for others. */
const WAITING_SHARE = 1 / 2;

/** Where suites that run side by side wait for each other. */
export class Gate {
  private release: () => void = () => {};
  private readonly opened = new Promise<void>((resolve) => {
    this.release = resolve;
  });
  private readonly until: number | undefined;

  /** @param until `performance.now()` after which nothing waits here any more. Absent: each waits for a share of its own time */
  constructor(until?: number) {
    this.until = until;
  }

  open(): void {
    this.release();
  }

  /**
   * Waits until the gate is open, or the run is stopped.
   * @param share of the time that is left, after which it does not wait any more
   */
  async pass({ signal, deadline }: Pick<RunControl, 'signal' | 'deadline'>, share = WAITING_SHARE): Promise<void> {
    const waitMs = Math.max(0, (this.until ?? shareOf(deadline, share)) - performance.now());
    let timer: NodeJS.Timeout | undefined;
    const ended = new Promise<void>((resolve) => {
      if (Number.isFinite(waitMs)) timer = setTimeout(resolve, waitMs);
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([this.opened, ended]);
    clearTimeout(timer);
  }
}
