/** No value was found that keeps every demand on it; thrown while drawing, so that a choice can fall back on another branch. */
export class UnsatisfiableError extends Error {
  override readonly name = 'Unsatisfiable';
}
