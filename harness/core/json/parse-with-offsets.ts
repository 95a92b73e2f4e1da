import type { JsonObject, JsonValue } from '../model.ts';
import { JsonParser, JsonSyntaxError } from './parser.ts';

/** Receives each object and array, with the offset of its bracket: an index into the text, in UTF-16 code units. */
export type OnLocated = (value: JsonValue[] | JsonObject, offset: number) => void;

/** Returns what a part of the text stands for. */
type ReadPart = (part: string) => string;

const asIs: ReadPart = (part) => part;

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
  read = asIs,
): JsonValue | undefined {
  if (!/^[\t\n\r ]*[{[]/.test(text)) return undefined;
  try {
    const value = new LocatingParser(text, maxDepth, onLocated, read).document();
    for (let start = 0; start >= 0; start = text.indexOf('\n', start) + 1 || -1) onLine(start);
    return value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

class LocatingParser extends JsonParser {
  private readonly onLocated: OnLocated;
  private readonly read: ReadPart;

  constructor(text: string, maxDepth: number, onLocated: OnLocated, read: ReadPart) {
    super(text, maxDepth);
    this.onLocated = onLocated;
    this.read = read;
  }

  protected override onClosed(value: JsonValue[] | JsonObject, offset: number): void {
    this.onLocated(value, offset);
  }

  protected override slice(start: number, end: number): string {
    return this.read(super.slice(start, end));
  }
}

/**
 * Finds the properties or items of the object or array at an offset of valid JSON, without building them: few are ever asked for.
 * The offset of a property is that of its name.
 */
export function* childOffsets(
  text: string,
  opening: number,
  read = asIs,
): Generator<readonly [name: string, offset: number]> {
  const isArray = text[opening] === '[';
  let index = 0;
  for (let offset = skipSpace(text, opening + 1); !isBracket(text[offset], '}]'); ) {
    const end = endOfValue(text, offset);
    yield [isArray ? String(index++) : (JSON.parse(read(text.slice(offset, end))) as string), offset];
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

/** What begins a string, opens or closes: searching is faster than looking at each character. */
const STRUCTURE = /["[{\]}]/g;
const LITERAL = /[^\s,\]}]*/y;

function endOfValue(text: string, from: number): number {
  if (!isBracket(text[from], '"[{')) return endOf(LITERAL, text, from);
  for (let [offset, depth] = [from, 0]; ; ) {
    offset = endOf(STRUCTURE, text, offset);
    const found = text[offset - 1];
    if (found === '"') offset = endOfString(text, offset);
    else if (found === '{' || found === '[') depth++;
    else depth--;
    if (depth === 0) return offset;
  }
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}

/** @param from after its first quotation mark */
function endOfString(text: string, from: number): number {
  for (let offset = from; ; offset++) {
    offset = text.indexOf('"', offset);
    let start = offset;
    while (text[start - 1] === '\\') start--;
    if ((offset - start) % 2 === 0) return offset + 1;
  }
}
