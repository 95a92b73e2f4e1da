import type { Json } from '../model.ts';
import { decimal, isNumber } from './decimal.ts';
import { isObject } from './index.ts';

/** A text that two JSON values share exactly when they are equal (JSON Schema core, section 4.2.2): 1, 1.0 and 10e-1 are. */
export function canonicalText(value: Json): string {
  if (isNumber(value)) {
    const { m, e } = decimal(value);
    return `${m}e${e}`;
  }
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`);
    return `{${members.sort().join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Equality of JSON values by their exact value, whatever their spelling and order of members. */
export function equal(a: Json, b: Json): boolean {
  return a === b || canonicalText(a) === canonicalText(b);
}
