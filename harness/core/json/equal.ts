import type { JsonValue } from '../model.ts';
import { isNumber, toDecimal } from './decimal.ts';
import { isObject } from './index.ts';

/** Returns a string that is the same for equal JSON values, such as 1, 1.0 and 10e-1 (JSON Schema core, section 4.2.2). */
export function canonicalize(value: JsonValue): string {
  if (isNumber(value)) {
    const { m, e } = toDecimal(value);
    return `${m}e${e}`;
  }
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`;
  if (isObject(value)) {
    const properties = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${canonicalize(inner)}`);
    return `{${properties.sort().join(',')}}`;
  }
  return JSON.stringify(value);
}

/** True if two JSON values are equal: numbers by their exact value, objects in any order of properties. */
export function jsonEqual(a: JsonValue, b: JsonValue): boolean {
  return a === b || canonicalize(a) === canonicalize(b);
}
