import { isObject } from './index.ts';
import type { JsonValue } from './value.ts';

/** The outermost array of a value with so many items; empty if there is none. */
export function outermostArray(value: JsonValue | undefined, length: number): readonly JsonValue[] {
  const open = [value];
  for (const each of open) {
    if (Array.isArray(each) && each.length === length) return each;
    if (isObject(each)) open.push(...Object.values(each));
  }
  return [];
}
