/**
 * Finds the first entry of a map or set from which the first is removed again and again. A new iterator passes all entries that were
 * removed since the table was last rehashed, thousands of them; this one goes on where it was.
 */
export class FirstIn<T> {
  private readonly entries: { readonly size: number; keys(): Iterator<T> };
  private iterator: Iterator<T>;

  constructor(entries: { readonly size: number; keys(): Iterator<T> }) {
    this.entries = entries;
    this.iterator = entries.keys();
  }

  /** The caller removes the entry. @returns undefined if there is none */
  next(): T | undefined {
    const next = this.iterator.next();
    if (!next.done) return next.value;
    if (this.entries.size === 0) return undefined;
    this.iterator = this.entries.keys();
    return this.iterator.next().value;
  }
}
