import { ExactNumber, type JsonObject, type JsonValue } from '../model.ts';
import { compare, toDecimal } from './decimal.ts';
import { isObject, setProperty } from './index.ts';

/** A copy for programs, in which each number that a double holds exactly is one, however it was written; others stay exact. */
export function toPlainNumbers(value: JsonValue): JsonValue {
  if (value instanceof ExactNumber) return plainNumber(value);
  if (Array.isArray(value)) return value.map(toPlainNumbers);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, inner] of Object.entries(value)) setProperty(copy, name, toPlainNumbers(inner));
  return copy;
}

function plainNumber(exact: ExactNumber): number | ExactNumber {
  const double = Number(exact.text);
  return Number.isFinite(double) && compare(toDecimal(exact), toDecimal(double)) === 0 ? double : exact;
}
