import type { JsonObject, JsonValue } from '../model.ts';
import { JsonParser, JsonSyntaxError } from './parser.ts';

/** Offset of a property or an item: an index into the text, in UTF-16 code units. */
type ChildOffset = readonly [name: string, offset: number];

/** Receives each object and array, with the offsets of its bracket and of its properties or items. */
export type OnLocated = (value: JsonValue[] | JsonObject, offset: number, children: readonly ChildOffset[]) => void;

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
  private readonly openContainers = new Map<JsonValue[] | JsonObject, ChildOffset[]>();

  constructor(text: string, maxDepth: number, onLocated: OnLocated) {
    super(text, maxDepth);
    this.onLocated = onLocated;
  }

  protected override onChild(container: JsonValue[] | JsonObject, name: string | number, offset: number): void {
    const children = this.openContainers.get(container);
    if (children) children.push([String(name), offset]);
    else this.openContainers.set(container, [[String(name), offset]]);
  }

  protected override onClosed(value: JsonValue[] | JsonObject, offset: number): void {
    this.onLocated(value, offset, this.openContainers.get(value) ?? []);
    this.openContainers.delete(value);
  }
}
