/** What was computed lately: an entry that is not asked for while `size` others come in is forgotten, at the latest after twice as many. */
export class RecentMap<Key, Value> {
  private readonly size: number;
  private recent = new Map<Key, Value>();
  private earlier: ReadonlyMap<Key, Value> = new Map();

  constructor(size: number) {
    this.size = size;
  }

  get(key: Key): Value | undefined {
    const value = this.recent.get(key);
    if (value !== undefined) return value;
    const earlier = this.earlier.get(key);
    if (earlier !== undefined) this.set(key, earlier);
    return earlier;
  }

  set(key: Key, value: Value): void {
    if (this.recent.size >= this.size) {
      this.earlier = this.recent;
      this.recent = new Map();
    }
    this.recent.set(key, value);
  }
}
