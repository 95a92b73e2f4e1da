import type { JsonObject, JsonValue } from '../model.ts';
import { JsonParser, JsonSyntaxError } from './parser.ts';

/** Receives each object and array, with the offset of its bracket: an index into the text, in UTF-16 code units. */
export type OnLocated = (value: JsonValue[] | JsonObject, offset: number) => void;

/**
 * Parses text that is an object or array in JSON (RFC 8259), and reports the offsets of its parts.
 * @param onLine receives the offset of the beginning of each line
 * @returns undefined for any other text, of which some offsets may have been reported
 */
export function parseJsonWithOffsets(
  text: string,
  maxDepth: number,
  onLine: (offset: number) => void,
  onLocated: OnLocated,
): JsonValue | undefined {
  if (!/^[\t\n\r ]*[{[]/.test(text)) return undefined;
  try {
    const value = new LocatingParser(text, maxDepth, onLocated).document();
    for (let start = 0; start >= 0; start = text.indexOf('\n', start) + 1 || -1) onLine(start);
    return value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

class LocatingParser extends JsonParser {
  private readonly onLocated: OnLocated;

  constructor(text: string, maxDepth: number, onLocated: OnLocated) {
    super(text, maxDepth);
    this.onLocated = onLocated;
  }

  protected override onClosed(value: JsonValue[] | JsonObject, offset: number): void {
    this.onLocated(value, offset);
  }
}

/**
 * Finds the properties or items of the object or array at an offset of valid JSON, without building them: few are ever asked for.
 * The offset of a property is that of its name.
 */
export function* childOffsets(text: string, opening: number): Generator<readonly [name: string, offset: number]> {
  const isArray = text[opening] === '[';
  let index = 0;
  for (let offset = skipSpace(text, opening + 1); !isBracket(text[offset], '}]'); ) {
    const end = endOfValue(text, offset);
    yield [isArray ? String(index++) : (JSON.parse(text.slice(offset, end)) as string), offset];
    const valueEnd = isArray ? end : endOfValue(text, skipSpace(text, skipSpace(text, end) + 1));
    offset = skipSpace(text, valueEnd);
    if (text[offset] === ',') offset = skipSpace(text, offset + 1);
  }
}

function isBracket(character: string | undefined, brackets: string): boolean {
  return character === undefined || brackets.includes(character);
}

function skipSpace(text: string, from: number): number {
  let offset = from;
  while (' \t\n\r'.includes(text[offset] ?? '-')) offset++;
  return offset;
}

function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let offset = from; ; offset++) {
    const character = text[offset];
    if (character === '"') offset = endOfString(text, offset) - 1;
    else if (character === '{' || character === '[') depth++;
    else if (depth > 0 && (character === '}' || character === ']')) depth--;
    else if (depth === 0 && isBracket(character, ',}] \t\n\r')) return offset;
    if (depth === 0 && isBracket(character, '"}]')) return offset + 1;
  }
}

function endOfString(text: string, from: number): number {
  for (let offset = from + 1; ; offset++) {
    if (text[offset] === '\\') offset++;
    else if (text[offset] === '"') return offset + 1;
  }
}
