import {
  type Alias,
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { InputError } from '../../core/errors.ts';
import { isObject, JSON_NUMBER, parseNumber, setProperty } from '../../core/json/index.ts';
import { type OnLocated, parseJsonWithOffsets } from '../../core/json/parse-with-offsets.ts';
import { flattenRope } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../../core/model.ts';
import { readUtf8Bytes } from '../../core/util/utf8.ts';
import { compactText } from './compact-text.ts';
import { findNestingBeyond } from './nesting.ts';
import { Origin, origins, type Position, type SourceFile } from './origins.ts';

/** A parsed YAML or JSON file, with the source position of each part. */
export interface ParsedSource {
  readonly file: string;
  readonly root: JsonValue;
}

const MAX_NESTING = 500;
/** Limit for the nodes that aliases copy: a few lines of aliases to aliases could otherwise exhaust the memory. */
const MAX_ALIASED_NODES = 100_000;

/**
 * Reads a YAML 1.2 or JSON file; numbers keep their exact value.
 * @param what names the file's role in messages, e.g. `spec` or `overlay`
 * @throws {InputError} with file, line and column of the first syntax error
 */
export function readYamlSource(file: string, what: string): ParsedSource {
  return parseSource(readUtf8Bytes(file, what), file);
}

/** As {@link readYamlSource}, for a file that may have several documents, separated by `---`. */
export function readYamlSources(file: string, what: string): ParsedSource[] {
  const bytes = readUtf8Bytes(file, what);
  const json = readJson(bytes, file);
  const roots = json === undefined ? readYamlDocuments(bytes.toString(), file) : [json];
  return roots.map((root) => ({ file, root }));
}

/** As {@link readYamlSource}, from the bytes of a file. */
export function parseSource(utf8: Buffer, file: string): ParsedSource {
  return { file, root: readJson(utf8, file) ?? readYaml(utf8.toString(), file) };
}

/**
 * Parses JSON, which is YAML too, in a tenth of the time.
 * @returns undefined if it is not JSON
 */
function readJson(utf8: Buffer, file: string): JsonValue | undefined {
  const lines = new LineCounter();
  const json = compactText(utf8);
  const source = { file, lines, json };
  const locate: OnLocated = (value, offset) => origins.set(value, new Origin({ source, offset }));
  return parseJsonWithOffsets(json.text, MAX_NESTING, lines.addNewLine, locate, (part) => json.read(part));
}

function readYaml(text: string, file: string): JsonValue {
  const [root = null, second] = composeDocuments(text, file);
  if (second) throw new InputError('a second document begins here; a file must have one document', second.location);
  return root === null ? null : root.build();
}

/** Empty documents are none: a file may begin or end with `---`. */
function readYamlDocuments(text: string, file: string): JsonValue[] {
  const roots = composeDocuments(text, file).map(({ build }) => build());
  return roots.filter((root) => root !== null);
}

interface ComposedDocument {
  readonly location: SourceLocation;
  build(): JsonValue;
}

function composeDocuments(text: string, file: string): ComposedDocument[] {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const locationOf = (offset: number): SourceLocation => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const deep = findNestingBeyond(tokens, MAX_NESTING);
  if (deep !== undefined) throw new InputError(`nested deeper than ${MAX_NESTING} levels`, locationOf(deep));
  const documents = [...new Composer({ uniqueKeys: false, intAsBigInt: true }).compose(tokens, true, text.length)];
  return documents.map(({ errors, contents, range }) => {
    const [error] = errors;
    if (error) throw new InputError(`not valid YAML: ${error.message.trim()}`, locationOf(error.pos[0]));
    return { location: locationOf(range[0]), build: () => new Builder({ file, lines }).build(contents) };
  });
}

class Builder {
  private readonly source: SourceFile;
  private readonly anchors = new Map<string, Node>();
  /** Anchored nodes under construction. */
  private readonly open = new Set<Node>();
  /** Number of nested aliases around the current node. */
  private aliasDepth = 0;
  private aliasedNodes = 0;
  private depth = 0;

  constructor(source: SourceFile) {
    this.source = source;
  }

  build(node: Node | null): JsonValue {
    if (node === null) return null;
    if (isAlias(node)) return this.alias(node);
    if (this.aliasDepth > 0 && ++this.aliasedNodes > MAX_ALIASED_NODES)
      throw this.error(node, `aliases copy more than ${MAX_ALIASED_NODES} nodes`);
    if (node.anchor === undefined) return this.value(node);
    if (this.aliasDepth === 0) this.anchors.set(node.anchor, node);
    this.open.add(node);
    const value = this.value(node);
    this.open.delete(node);
    return value;
  }

  private value(node: Node): JsonValue {
    if (++this.depth > MAX_NESTING) throw this.error(node, `aliases nest deeper than ${MAX_NESTING} levels`);
    const value = isMap(node) ? this.map(node) : isSeq(node) ? this.list(node) : this.scalar(node as Scalar);
    this.depth--;
    return value;
  }

  private list(node: YAMLSeq): JsonValue[] {
    const items = node.items.map((item) => this.build(item as Node));
    const children = new Map(node.items.map((item, index) => [String(index), this.positionOf(item as Node)]));
    return this.located(items, node, children);
  }

  /** Copies the anchored node at each use: an overlay may change one copy only. */
  private alias(alias: Alias): JsonValue {
    const target = this.anchors.get(alias.source);
    if (target === undefined) throw this.error(alias, `unknown alias *${alias.source}`);
    if (this.open.has(target)) throw this.error(alias, `alias *${alias.source} is inside of its own anchor`);
    this.aliasDepth++;
    const value = this.build(target);
    this.aliasDepth--;
    return value;
  }

  private map(node: YAMLMap): JsonObject {
    const object: JsonObject = {};
    const children = new Map<string, Position>();
    const own = new Set<string>();
    for (const pair of node.items) {
      const key = pair.key as Node;
      const name = isScalar(key) ? String(key.source ?? key.value) : String(key);
      if (own.has(name)) throw this.error(key, `not valid YAML: duplicate key ${name}`);
      own.add(name);
      const value = this.build(pair.value as Node | null);
      if (isMergeKey(key)) this.merge(object, children, value, key);
      else {
        setProperty(object, name, value);
        children.set(name, this.positionOf(key));
      }
    }
    return this.located(object, node, children);
  }

  /** YAML 1.1 merge keys, which many documents still use: the keys of the map itself win. */
  private merge(object: JsonObject, children: Map<string, Position>, value: JsonValue, key: Node): void {
    for (const source of Array.isArray(value) ? value : [value]) {
      if (!isObject(source)) throw this.error(key, 'a merge key `<<` needs a map, or a list of maps');
      for (const [name, child] of Object.entries(source)) {
        if (Object.hasOwn(object, name)) continue;
        setProperty(object, name, child);
        const position = origins.get(source)?.children.get(name);
        if (position) children.set(name, position);
      }
    }
  }

  private scalar(node: Scalar): JsonValue {
    const { value, source, type } = node;
    if (typeof value === 'number' || typeof value === 'bigint') {
      const text = type === 'PLAIN' && source !== undefined && JSON_NUMBER.test(source) ? source : String(value);
      if (!JSON_NUMBER.test(text)) throw this.error(node, `${source} is not a JSON number`);
      return parseNumber(text);
    }
    if (typeof value === 'string') return flattenRope(value);
    if (typeof value === 'boolean' || value === null) return value;
    return source ?? null;
  }

  private located<T extends object>(value: T, node: Node, children: Map<string, Position>): T {
    origins.set(value, new Origin(this.positionOf(node), children));
    return value;
  }

  private positionOf(node: Node): Position {
    return { source: this.source, offset: node.range?.[0] ?? 0 };
  }

  private error(node: Node, message: string): InputError {
    const { file, lines } = this.source;
    const { line, col } = lines.linePos(node.range?.[0] ?? 0);
    return new InputError(message, { file, line, column: col });
  }
}

/** A quoted `<<` is a name like any other, as in JSON. */
function isMergeKey(key: Node): boolean {
  return isScalar(key) && key.source === '<<' && key.type === 'PLAIN';
}
