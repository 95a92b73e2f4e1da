/** Returns what is derived from an object, which is made once; never undefined. */
export function remember<K extends object, V extends object | string | boolean>(
  known: WeakMap<K, V>,
  key: K,
  make: () => V,
): V {
  const value = known.get(key);
  if (value !== undefined) return value;
  const made = make();
  known.set(key, made);
  return made;
}
