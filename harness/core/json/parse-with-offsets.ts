import type { JsonObject, JsonValue } from '../model.ts';
import { JsonParser, JsonSyntaxError } from './parser.ts';

/** Where a member or an item stands: an index into the text, in UTF-16 code units. */
type PlacedMember = readonly [name: string, offset: number];

/** Told of each object and array, with the offsets of its bracket and of its members. */
export type OnLocated = (value: JsonValue[] | JsonObject, offset: number, members: readonly PlacedMember[]) => void;

/**
 * Parses text that is an object or array in JSON (RFC 8259), and tells where its parts stand.
 * @param onLine told of the offset at which each line begins
 * @returns undefined, with things told of only in part, for any other text
 */
export function parseJsonWithOffsets(
  text: string,
  maxDepth: number,
  onLine: (offset: number) => void,
  onPlaced: OnLocated,
): JsonValue | undefined {
  if (!/^[\t\n\r ]*[{[]/.test(text)) return undefined;
  try {
    const value = new PlacedParser(text, maxDepth, onPlaced).document();
    for (let start = 0; start >= 0; start = text.indexOf('\n', start) + 1 || -1) onLine(start);
    return value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

class PlacedParser extends JsonParser {
  private readonly onLocated: OnLocated;
  private readonly open = new Map<JsonValue[] | JsonObject, PlacedMember[]>();

  constructor(text: string, maxDepth: number, onPlaced: OnLocated) {
    super(text, maxDepth);
    this.onLocated = onPlaced;
  }

  protected override openContainers(container: JsonValue[] | JsonObject, name: string | number, offset: number): void {
    const members = this.open.get(container);
    if (members) members.push([String(name), offset]);
    else this.open.set(container, [[String(name), offset]]);
  }

  protected override closed(value: JsonValue[] | JsonObject, offset: number): void {
    this.onLocated(value, offset, this.open.get(value) ?? []);
    this.open.delete(value);
  }
}
