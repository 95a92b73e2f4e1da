import type { JsonValue } from '../model.ts';
import { isNumber } from './decimal.ts';
import { parseNumber } from './parser.ts';

const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Returns the first form of a value that is accepted: as it is, or as {@link inOtherType} has it. */
export function acceptedForm(value: JsonValue, accepts: (value: JsonValue) => boolean): JsonValue | undefined {
  return accepts(value) ? value : inOtherType(value).find(accepts);
}

/** Returns a number as text and text as the number that it writes: one response may show an identifier as the other. */
export function inOtherType(value: JsonValue | undefined): JsonValue[] {
  if (isNumber(value)) return [String(value)];
  return typeof value === 'string' && DECIMAL.test(value) ? [parseNumber(value)] : [];
}
