import { readFileSync } from 'node:fs';
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { ContractError } from '../errors.ts';
import type { Json, JsonObject, Location } from '../model.ts';
import { exactNumber, setMember } from './json.ts';

/** A YAML or JSON file that was read, with the source position of each of its parts. */
export interface Source {
  readonly file: string;
  readonly root: Json;
}

interface Place {
  readonly file: string;
  readonly lines: LineCounter;
  readonly offset: number;
}

interface Origin {
  readonly self: Place;
  readonly members: Map<string, Place>;
}

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const MAX_NESTING = 500;
const origins = new WeakMap<object, Origin>();

/** Where an object or array, or one of its members, stands; undefined for what no file holds. */
export function locate(container: object, member?: string): Location | undefined {
  const origin = origins.get(container);
  if (origin === undefined) return undefined;
  const place = (member === undefined ? undefined : origin.members.get(member)) ?? origin.self;
  const { line, col } = place.lines.linePos(place.offset);
  return { file: place.file, line, column: col };
}

/** Gives `member` of `container` the position that `fromMember` has in `from`: what an overlay adds keeps the overlay's line. */
export function adoptOrigin(container: object, member: string, from: object, fromMember: string): void {
  const place = origins.get(from)?.members.get(fromMember) ?? origins.get(from)?.self;
  if (place) origins.get(container)?.members.set(member, place);
}

/** A deep copy that keeps the positions. */
export function cloneWithOrigins(value: Json): Json {
  const origin = typeof value === 'object' && value !== null ? origins.get(value) : undefined;
  if (origin === undefined) return value;
  let copy: Json[] | JsonObject;
  if (Array.isArray(value)) copy = value.map(cloneWithOrigins);
  else {
    copy = {};
    for (const [name, member] of Object.entries(value as JsonObject)) setMember(copy, name, cloneWithOrigins(member));
  }
  origins.set(copy, { self: origin.self, members: new Map(origin.members) });
  return copy;
}

/**
 * Reads a YAML 1.2 or JSON file; numbers keep their exact value.
 * @param what names the file's role in messages, e.g. `spec` or `overlay`
 * @throws {ContractError} file, line and column of the first syntax error
 */
export function readSource(file: string, what: string): Source {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new ContractError(`cannot read ${what} ${file}: ${reason}. Give the path of a YAML or JSON file.`);
  }
  return parseSource(text, file);
}

/** As {@link readSource}, of text that is there already. */
export function parseSource(text: string, file: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const error = document.errors[0];
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new ContractError(`not valid YAML: ${error.message.trim()}`, { file, line, column: col });
  }
  return { file, root: new Builder(file, lines, document).build(document.contents as Node | null, 0) };
}

class Builder {
  private readonly file: string;
  private readonly lines: LineCounter;
  private readonly document: Document;

  constructor(file: string, lines: LineCounter, document: Document) {
    this.file = file;
    this.lines = lines;
    this.document = document;
  }

  build(node: Node | null, depth: number): Json {
    if (depth > MAX_NESTING)
      throw this.error(node, `nested deeper than ${MAX_NESTING} levels (an alias to its own parent?)`);
    if (node === null) return null;
    if (isAlias(node)) return this.build(this.aliased(node), depth + 1);
    if (isMap(node)) return this.map(node, depth);
    if (isSeq(node)) {
      const items = node.items.map((item) => this.build(item as Node, depth + 1));
      const members = new Map(node.items.map((item, index) => [String(index), this.place(item as Node)]));
      return this.placed(items, node, members);
    }
    return this.scalar(node as Scalar);
  }

  private map(node: YAMLMap, depth: number): JsonObject {
    const object: JsonObject = {};
    const members = new Map<string, Place>();
    for (const pair of node.items) {
      const key = pair.key as Node;
      const name = isScalar(key) ? String(key.source ?? key.value) : String(key);
      const value = this.build(pair.value as Node | null, depth + 1);
      if (name === '<<') this.merge(object, members, value);
      else {
        setMember(object, name, value);
        members.set(name, this.place(key));
      }
    }
    return this.placed(object, node, members);
  }

  /** YAML 1.1 merge keys, which many documents use all the same: what stands in the map itself wins. */
  private merge(object: JsonObject, members: Map<string, Place>, value: Json): void {
    for (const source of Array.isArray(value) ? value : [value]) {
      if (typeof source !== 'object' || source === null) continue;
      for (const [name, member] of Object.entries(source as JsonObject)) {
        if (Object.hasOwn(object, name)) continue;
        setMember(object, name, member);
        const place = origins.get(source)?.members.get(name);
        if (place) members.set(name, place);
      }
    }
  }

  private scalar(node: Scalar): Json {
    const { value, source, type } = node;
    if (typeof value === 'number' || typeof value === 'bigint')
      return exactNumber(type === 'PLAIN' && source !== undefined && JSON_NUMBER.test(source) ? source : String(value));
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
    return value === undefined ? null : String(value);
  }

  private aliased(alias: Alias): Node {
    const target = alias.resolve(this.document);
    if (target === undefined) throw this.error(alias, `unknown alias *${alias.source}`);
    return target;
  }

  private placed<T extends object>(value: T, node: Node, members: Map<string, Place>): T {
    origins.set(value, { self: this.place(node), members });
    return value;
  }

  private place(node: Node): Place {
    return { file: this.file, lines: this.lines, offset: node.range?.[0] ?? 0 };
  }

  private error(node: Node | null, message: string): ContractError {
    const { line, col } = this.lines.linePos(node?.range?.[0] ?? 0);
    return new ContractError(message, { file: this.file, line, column: col });
  }
}
