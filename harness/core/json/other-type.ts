import type { JsonValue } from '../model.ts';
import { isNumber } from './decimal.ts';
import { parseNumber } from './parser.ts';

const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Returns a number as text and text as the number that it writes: one response may show an identifier as the other. */
export function inOtherType(value: JsonValue | undefined): JsonValue[] {
  if (isNumber(value)) return [String(value)];
  return typeof value === 'string' && DECIMAL.test(value) ? [parseNumber(value)] : [];
}
