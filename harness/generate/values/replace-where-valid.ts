import { replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';

/** Values for one place of a value, the preferred one first. */
export interface Replacement {
  /** JSON Pointer in the whole value. */
  readonly at: string;
  readonly candidates: readonly JsonValue[];
}

/**
 * Returns a valid value with as many replacements as leave it valid, each by the first candidate that does. All are tried at
 * once, then the halves: to validate a large body for each of its strings would take seconds.
 */
export function replaceWhereValid(
  whole: JsonValue,
  replacements: readonly Replacement[],
  isValid: (value: JsonValue) => boolean,
): JsonValue {
  const [first, ...others] = replacements;
  if (first === undefined) return whole;
  const changed = replacements.reduce((value, each) => replaceBy(value, each.at, each.candidates[0]), whole);
  if (isValid(changed)) return changed;
  if (others.length === 0) {
    const renewed = first.candidates.slice(1).map((candidate) => replaceBy(whole, first.at, candidate));
    return renewed.find(isValid) ?? whole;
  }
  const middle = replacements.length >> 1;
  const half = replaceWhereValid(whole, replacements.slice(0, middle), isValid);
  return replaceWhereValid(half, replacements.slice(middle), isValid);
}

function replaceBy(value: JsonValue, at: string, next: JsonValue | undefined): JsonValue {
  return next === undefined ? value : replaceAt(value, at, next);
}
