import { isObject, parseNumber, setProperty } from '../../core/json/index.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../../core/model.ts';

/** Marks an encoded number or name in a string; a noncharacter, which no document has. */
const MARKER = '\uFDD0';

/** Encodes data for a library that only supports doubles and resolves every `$ref`: {@link decodeData} restores both. */
export function encodeData(value: JsonValue): JsonValue {
  if (value instanceof ExactNumber) return `${MARKER}${value.text}`;
  if (Array.isArray(value)) return value.map(encodeData);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value))
    setProperty(copy, name === '$ref' ? `${MARKER}${name}` : name, encodeData(member));
  return copy;
}

/** Restores the exact numbers and names in the output of such a library. */
export function decodeData(value: unknown): JsonValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value.startsWith(MARKER) ? parseNumber(value.slice(MARKER.length)) : value;
  if (typeof value === 'number') return Number.isFinite(value) ? parseNumber(String(value)) : null;
  if (Array.isArray(value)) return value.map(decodeData);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return typeof value === 'boolean' ? value : String(value);
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) setProperty(copy, name.replace(MARKER, ''), decodeData(member));
  return copy;
}
