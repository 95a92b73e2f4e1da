import { escapeToken } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import type { RecordStore } from './record-store.ts';

/** Where a record comes from: the document or a seed file, a request that created it, or one that asked for its id. */
export type RecordOrigin = 'seed' | 'created' | 'made-up';

/** The identifiers of a record and of those above it, by `type identifier`; outermost first. */
export interface RecordPath extends Iterable<[string, JsonValue]> {
  readonly size: number;
  has(name: string): boolean;
  get(name: string): JsonValue | undefined;
  keys(): Iterable<string>;
  values(): Iterable<JsonValue>;
}

/** Of what is below no record. */
export const NO_PATH: RecordPath = new Map();

/** The text of a record as a projection shows it. */
export interface ShownText {
  readonly projection: object;
  readonly text: string;
}

/** A record of a resource type. An update gives it another value; it stays the same object. */
export interface StoredRecord {
  /** Unique in its type: the identifiers of the records above it, and its own. */
  readonly key: string;
  /** The key of the record above it; empty if there is none. */
  readonly scope: string;
  path: RecordPath;
  readonly origin: RecordOrigin;
  /** Increases with each creation, so that lists keep their order. */
  readonly sequence: number;
  /** Without envelope; includes what is never shown, such as a password. */
  value: JsonObject;
  /** The value that was found to be valid against all schemas of the representation; of another value, nobody knows. */
  valid: JsonObject | undefined;
  /** True once a request has changed it. */
  isChanged: boolean;
  /** Approximate memory, in bytes. */
  size: number;
  /** Where it is kept; undefined once it is removed. */
  store: RecordStore | undefined;
  /** The JSON text of this value in the responses that have shown it. */
  shown: readonly ShownText[];
}

/** Most records are never shown again. */
export const NOT_SHOWN: StoredRecord['shown'] = [];

/** The name of an identifier in a {@link RecordPath}. */
export function pathName(type: string, identifier: string): string {
  return `${type} ${identifier}`;
}

/** Adds the identifiers of a path to a key. @returns undefined if one is missing */
export function keyOf(scope: string, names: readonly string[], path: RecordPath): string | undefined {
  let key = scope;
  for (const name of names) {
    const value = path.get(name);
    if (value === undefined) return undefined;
    const text = String(value);
    key += `/${escapeToken(text)}`;
  }
  return key;
}

/** The part of a path that has some of its names. */
export function partOf(path: RecordPath, names: readonly string[]): RecordPath {
  return new Map(names.flatMap((name) => (path.has(name) ? [[name, path.get(name) as JsonValue]] : [])));
}
