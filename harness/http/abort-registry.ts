/** What ends when a signal aborts. */
interface Stoppable {
  stop(): void;
}

const bySignal = new WeakMap<AbortSignal, AbortRegistry>();

/** All that a signal stops: one listener for requests that are under way together costs less than one for each. */
export class AbortRegistry {
  private readonly signal: AbortSignal;
  private readonly members = new Set<Stoppable>();
  private readonly stopAll = (): void => {
    for (const member of this.members) member.stop();
  };

  private constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  static forSignal(signal: AbortSignal): AbortRegistry {
    const stops = bySignal.get(signal) ?? new AbortRegistry(signal);
    bySignal.set(signal, stops);
    return stops;
  }

  /** Stops the member at once where the signal has aborted. */
  add(member: Stoppable): void {
    if (this.signal.aborted) {
      member.stop();
      return;
    }
    if (this.members.size === 0) this.signal.addEventListener('abort', this.stopAll);
    this.members.add(member);
  }

  delete(member: Stoppable): void {
    if (this.members.delete(member) && this.members.size === 0) this.signal.removeEventListener('abort', this.stopAll);
  }
}
