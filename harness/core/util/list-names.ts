/** `a, b and 3 more`: the first names of a list, and how many follow. */
export function listNames(names: readonly string[], max = 5): string {
  return names.slice(0, max).join(', ') + andMore(names.length - max);
}

/** ` and 3 more`, or nothing. */
export function andMore(count: number): string {
  return count > 0 ? ` and ${count} more` : '';
}
