import type { JsonValue } from '../model.ts';
import { isNumber, toDecimal } from './decimal.ts';
import { isObject } from './index.ts';

/** A text that two JSON values share exactly when they are equal (JSON Schema core, section 4.2.2): 1, 1.0 and 10e-1 are. */
export function canonicalize(value: JsonValue): string {
  if (isNumber(value)) {
    const { m, e } = toDecimal(value);
    return `${m}e${e}`;
  }
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonicalize(member)}`);
    return `{${members.sort().join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Equality of JSON values by their exact value, whatever their spelling and order of members. */
export function jsonEqual(a: JsonValue, b: JsonValue): boolean {
  return a === b || canonicalize(a) === canonicalize(b);
}
