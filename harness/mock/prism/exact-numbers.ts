import { isObject, parseNumber, setProperty } from '../../core/json/index.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../../core/model.ts';

/** Marks a number in a string; a noncharacter, which no document has. */
const NUMBER_MARKER = '\uFDD0';
/** Keywords whose value is data; only there a number may become a string. */
const DATA_KEYWORDS = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

/** Returns a copy for a library that only supports doubles: other numbers in its data become marked strings. */
export function encodeExactNumbers(value: JsonValue, inData = false): unknown {
  if (value instanceof ExactNumber) return inData ? `${NUMBER_MARKER}${value.text}` : Number(value.text);
  if (Array.isArray(value)) return value.map((item) => encodeExactNumbers(item, inData));
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value))
    setProperty(copy, name, encodeExactNumbers(member, inData || DATA_KEYWORDS.has(name)) as JsonValue);
  return copy;
}

/** Restores the exact numbers in the output of such a library. */
export function decodeExactNumbers(value: unknown): JsonValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value.startsWith(NUMBER_MARKER) ? parseNumber(value.slice(1)) : value;
  if (typeof value === 'number') return Number.isFinite(value) ? parseNumber(String(value)) : null;
  if (Array.isArray(value)) return value.map(decodeExactNumbers);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return typeof value === 'boolean' ? value : String(value);
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) setProperty(copy, name, decodeExactNumbers(member));
  return copy;
}
