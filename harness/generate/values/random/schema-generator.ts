import type { Arbitrary } from 'fast-check';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { Json } from '../../../core/model.ts';
import type { Repertoire } from './characters.ts';

/** The values of a schema, with how many values the smallest of them is made of: recursion ends by way of the small ones. */
export interface Built {
  readonly arbitrary: Arbitrary<Json>;
  readonly size: number;
  /** Every value, where there are but a few. */
  readonly choices?: readonly Json[];
}

/** What objects and arrays ask for the values inside of them. */
export interface Bridge {
  readonly document: OpenApiDocument;
  readonly repertoire: Repertoire;
  /** The values that keep all of several schemas; those of no schema at all where there are none. Undefined where there are no values. */
  values(places: readonly string[], depth: number): Built | undefined;
  /** Whether a value keeps all of several schemas. */
  keeps(places: readonly string[], value: Json): boolean;
}

/** At this depth values have only what is required. */
export const SOFT_DEPTH = 4;
/** Larger values are given up. */
export const MAX_SIZE = 10_000;
/** Deeper values are given up. */
export const HARD_DEPTH = 24;
