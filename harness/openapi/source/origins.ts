import type { LineCounter } from 'yaml';
import { setProperty } from '../../core/json/index.ts';
import { childOffsets } from '../../core/json/parse-with-offsets.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../../core/model.ts';
import { RecentMap } from '../../core/util/recent-map.ts';
import type { CompactText } from './compact-text.ts';

/** A file that was read, by its path in messages. */
export interface SourceFile {
  readonly file: string;
  readonly lines: LineCounter;
  /** Its text if it is JSON, in which the children of a container are found again. */
  readonly json?: CompactText;
}

export interface Position {
  readonly source: SourceFile;
  readonly offset: number;
}

/** Most containers have a few children, which are asked for one after another. */
const MAX_FOUND_AGAIN = 50;
const recentlyFound = new RecentMap<Origin, ReadonlyMap<string, Position>>(1000);

/** The position of a container, and those of its children, which are needed only for messages. */
export class Origin implements Position {
  readonly source: SourceFile;
  readonly offset: number;
  private positions: Map<string, Position> | undefined;

  constructor({ source, offset }: Position, positions?: Map<string, Position>) {
    this.source = source;
    this.offset = offset;
    this.positions = positions;
  }

  get children(): ReadonlyMap<string, Position> {
    const known = this.positions ?? recentlyFound.get(this);
    if (known) return known;
    const positions = new Map(this.found());
    if (positions.size > MAX_FOUND_AGAIN) this.positions = positions;
    else recentlyFound.set(this, positions);
    return positions;
  }

  /** Those of its children as they change with the document. */
  get changing(): Map<string, Position> {
    this.positions ??= new Map(this.children);
    return this.positions;
  }

  private *found(): Generator<[string, Position]> {
    const { source } = this;
    const { json } = source;
    if (json === undefined) return;
    for (const [name, offset] of childOffsets(json.text, this.offset, (part) => json.read(part)))
      yield [name, { source, offset }];
  }
}

/** The origin of every object and array that was read from a file. */
export const origins = new WeakMap<object, Origin>();

/**
 * Returns the source position of an object or array, or of one of its children.
 * @returns undefined if it is in no file
 */
export function sourceLocation(container: object, child?: string): SourceLocation | undefined {
  const origin = origins.get(container);
  if (origin === undefined) return undefined;
  const position = (child === undefined ? undefined : origin.children.get(child)) ?? origin;
  const { source, offset } = position;
  const { line, col } = source.lines.linePos(offset);
  return { file: source.file, line, column: 1 + (source.json?.lengthBetween(offset - col + 1, offset) ?? col - 1) };
}

/** The text of a JSON file from which a container was read, as it was then. */
export function sourceText(container: object, file: string): CompactText | undefined {
  const source = origins.get(container)?.source;
  return source?.file === file ? source.json : undefined;
}

/** Copies the position of a child of `from` to a child of `container`, so that what an overlay adds keeps the overlay's line. */
export function copyLocation(container: object, child: string, from: object, fromChild: string): void {
  const position = origins.get(from)?.children.get(fromChild) ?? origins.get(from);
  if (position) origins.get(container)?.changing.set(child, position);
}

/** Deletes a child, and shifts the positions of the array items after it. */
export function deleteProperty(container: JsonValue[] | JsonObject, child: string): void {
  const children = origins.get(container)?.changing;
  children?.delete(child);
  if (!Array.isArray(container)) {
    delete container[child];
    return;
  }
  const index = Number(child);
  container.splice(index, 1);
  for (let later = index + 1; later <= container.length; later++) {
    const position = children?.get(String(later));
    if (position) children?.set(String(later - 1), position);
  }
  children?.delete(String(container.length));
}

/** Copies a value deeply, with its positions. */
export function cloneWithLocations(value: JsonValue): JsonValue {
  const origin = typeof value === 'object' && value !== null ? origins.get(value) : undefined;
  if (origin === undefined) return value;
  let copy: JsonValue[] | JsonObject;
  if (Array.isArray(value)) copy = value.map(cloneWithLocations);
  else {
    copy = {};
    for (const [name, child] of Object.entries(value as JsonObject)) setProperty(copy, name, cloneWithLocations(child));
  }
  origins.set(copy, new Origin(origin, new Map(origin.children)));
  return copy;
}
