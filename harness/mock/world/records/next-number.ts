import { parsePointer } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { words } from '../../../openapi/resources/names.ts';

/** What services number records by, in texts. */
const NUMBER = /\b(number|no|reference|ref|code|serial)$/;
/** Numbers and codes of something else. */
const OTHERS = /phone|mobile|fax|postal|zip|area|house|country|currency|language|error|status|color|bank|card|tax|vat/;

/**
 * Returns a text that ends with a greater number than another one: `ORD-1002` after `ORD-1001`.
 * @param by how much greater
 * @returns undefined for a property that numbers no records
 */
export function nextNumber(pointer: string, before: JsonValue, by: number): string | undefined {
  const name = words(parsePointer(pointer).at(-1) ?? '').join(' ');
  if (typeof before !== 'string' || !NUMBER.test(name) || OTHERS.test(name)) return undefined;
  const [digits] = /\d{1,18}$/.exec(before) ?? [];
  if (digits === undefined) return undefined;
  const next = String(BigInt(digits) + BigInt(by)).padStart(digits.length, '0');
  return before.slice(0, -digits.length) + next;
}
