/** Keeps what was derived from an object, and returns it: `known.get(key) ?? keep(known, key, derive(key))`. */
export function keep<K extends object, V>(known: WeakMap<K, V>, key: K, value: V): V {
  known.set(key, value);
  return value;
}
