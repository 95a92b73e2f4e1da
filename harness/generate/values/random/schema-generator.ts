import type { Arbitrary } from 'fast-check';
import type { JsonValue } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { CharacterSet } from './characters.ts';

/** The values of a schema, with how many values the smallest of them is made of: recursion ends by way of the small ones. */
export interface SizedArbitrary {
  readonly arbitrary: Arbitrary<JsonValue>;
  readonly size: number;
  /** Every value, where there are but a few. */
  readonly choices?: readonly JsonValue[];
}

/** What objects and arrays ask for the values inside of them. */
export interface SchemaGenerator {
  readonly document: OpenApiDocument;
  readonly characters: CharacterSet;
  /** The values that keep all of several schemas; those of no schema at all where there are none. Undefined where there are no values. */
  values(places: readonly string[], depth: number): SizedArbitrary | undefined;
  /** Whether a value keeps all of several schemas. */
  isValid(places: readonly string[], value: JsonValue): boolean;
}

/** At this depth values have only what is required. */
export const REQUIRED_ONLY_DEPTH = 4;
/** Larger values are given up. */
export const MAX_NODE_COUNT = 10_000;
/** Deeper values are given up. */
export const MAX_DEPTH = 24;
