import type { SourceLocation } from './model.ts';

/** Invalid input. The message names the problem, its location and a remedy; the command ends with exit code 2. */
export class InputError extends Error {
  readonly location: SourceLocation | undefined;
  /** @param pointer where it is in the document, as a JSON Pointer with `#` */
  constructor(message: string, location?: SourceLocation, pointer = '') {
    super(location ? `${formatLocation(location)}${pointer && atPointer(location, pointer)}: ${message}` : message);
    this.name = 'InputError';
    this.location = location;
  }
}

/** An invalid command line or configuration. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Formats a location as `file:line:column`, which editors and CI logs link. */
export function formatLocation(location: SourceLocation): string {
  return `${location.file}:${location.line}:${location.column}`;
}

/** Beyond this column a line is that of a minified document, where a pointer is easier to find. */
const MAX_PLAIN_COLUMN = 200;

/** Returns ` at <pointer>` for what is far to the right, or in a file of one line, to be put behind its location; else nothing. */
export function atPointer({ line, column }: SourceLocation, pointer: string): string {
  return column > MAX_PLAIN_COLUMN || (line === 1 && column > 1) ? ` at ${pointer}` : '';
}

/**
 * Finds the candidate nearest to `word` by edit distance.
 * @returns undefined if none is near
 */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(1, word.length * 0.4) ? best.candidate : undefined;
}

/**
 * Returns the error for an unknown name, with the nearest known one, or else the known ones.
 * @param maxListed how many known names are listed at most
 */
export function unknownName(
  message: string,
  name: string,
  known: readonly string[],
  location: SourceLocation | undefined,
  maxListed: number = known.length,
): InputError {
  const guess = didYouMean(name, known);
  const hint = guess ? `Did you mean ${guess}?` : `Known: ${known.slice(0, maxListed).join(', ') || 'none'}`;
  return new InputError(`${message}. ${hint}`, location);
}

/** How many letters to add, leave out or change make one word of another; two that changed places are one edit. */
export function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row[j] = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution, swap);
    }
    [before, previous] = [previous, row];
  }
  return previous[b.length] ?? 0;
}
