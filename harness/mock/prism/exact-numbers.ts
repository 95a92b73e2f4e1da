import { isObject, parseNumber, setProperty } from '../../core/json/index.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../../core/model.ts';

/** A character that no document has at the beginning of a text (Unicode: a noncharacter). */
const MARK = '\uFDD0';
/** Members of the document that hold data; only there a number may turn into a text. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

/** A plain copy of the document for a library that knows doubles only: inexact numbers in its data travel as marked texts. */
export function encodeExactNumbers(value: JsonValue, inData = false): unknown {
  if (value instanceof ExactNumber) return inData ? `${MARK}${value.text}` : Number(value.text);
  if (Array.isArray(value)) return value.map((item) => encodeExactNumbers(item, inData));
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value))
    setProperty(copy, name, encodeExactNumbers(member, inData || DATA.has(name)) as JsonValue);
  return copy;
}

/** What such a library makes of that copy, with its numbers exact again. */
export function decodeExactNumbers(value: unknown): JsonValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value.startsWith(MARK) ? parseNumber(value.slice(1)) : value;
  if (typeof value === 'number') return Number.isFinite(value) ? parseNumber(String(value)) : null;
  if (Array.isArray(value)) return value.map(decodeExactNumbers);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return typeof value === 'boolean' ? value : String(value);
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) setProperty(copy, name, decodeExactNumbers(member));
  return copy;
}
