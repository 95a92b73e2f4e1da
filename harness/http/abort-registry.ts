interface Stoppable {
  /** @param reason why */
  stop(reason: string): void;
}

const registryBySignal = new WeakMap<AbortSignal, AbortRegistry>();

/** Stops all its members when a signal aborts: one listener per signal is cheaper than one per request. */
export class AbortRegistry {
  private readonly signal: AbortSignal;
  private readonly members = new Set<Stoppable>();
  private readonly stopAll = (): void => {
    for (const member of this.members) member.stop(reasonOf(this.signal));
  };

  private constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  static forSignal(signal: AbortSignal): AbortRegistry {
    const registry = registryBySignal.get(signal) ?? new AbortRegistry(signal);
    registryBySignal.set(signal, registry);
    return registry;
  }

  /** Adds a member; stops it immediately if the signal has already aborted. */
  add(member: Stoppable): void {
    if (this.signal.aborted) {
      member.stop(reasonOf(this.signal));
      return;
    }
    if (this.members.size === 0) this.signal.addEventListener('abort', this.stopAll);
    this.members.add(member);
  }

  delete(member: Stoppable): void {
    if (this.members.delete(member) && this.members.size === 0) this.signal.removeEventListener('abort', this.stopAll);
  }
}

function reasonOf({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : 'the run was stopped';
}
