import type { Arbitrary } from 'fast-check';
import type { JsonValue } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { CharacterSet } from './characters.ts';

/** An arbitrary with the node count of its smallest value, by which recursion ends. */
export interface SizedArbitrary {
  readonly arbitrary: Arbitrary<JsonValue>;
  readonly size: number;
  /** All values, if they are listed. */
  readonly choices?: readonly JsonValue[];
}

/** Generates the values inside objects and arrays. */
export interface SchemaGenerator {
  readonly document: OpenApiDocument;
  readonly characters: CharacterSet;
  /** Returns the values valid against all of the schemas, any values without schemas; undefined if there are none. */
  values(pointers: readonly string[], depth: number): SizedArbitrary | undefined;
  /** Returns whether a value is valid against all of the schemas. */
  isValid(pointers: readonly string[], value: JsonValue): boolean;
}

/** From this depth on objects have required properties only. */
export const REQUIRED_ONLY_DEPTH = 4;
/** Schemas whose smallest value has more nodes get no arbitrary. */
export const MAX_NODE_COUNT = 10_000;
/** Schemas nested deeper get no arbitrary. */
export const MAX_DEPTH = 24;
