/** Which resource types wait for a record of another: of two that wait for each other, both would wait for ever. */
export class WaitingTypes {
  private readonly waiting = new Map<string, readonly string[]>();

  /** True if a type waits for another one, however many others are between. */
  has(name: string, other: string): boolean {
    return (this.waiting.get(name) ?? []).some((next) => next === other || this.has(next, other));
  }

  /** Waits for a record of another type, which is known meanwhile. */
  async during<T>(name: string, other: string, share: () => Promise<T>): Promise<T> {
    this.waiting.set(name, [...(this.waiting.get(name) ?? []), other]);
    try {
      return await share();
    } finally {
      const left = [...(this.waiting.get(name) ?? [])];
      left.splice(left.indexOf(other), 1);
      this.waiting.set(name, left);
    }
  }
}
