import type { JsonObject, JsonValue } from '../../../core/model.ts';

/** A value at a JSON Pointer of a record. */
export type PlacedValue = readonly [pointer: string, value: JsonValue];

/** Whose values a record has: those of a client, which cannot set all, if undefined. */
export type Trust = 'example' | 'given';

/** What a record is made from. */
export interface Draft {
  /** What the client sent, or an example; without what clients cannot set. */
  readonly value: JsonObject;
  /** Identifiers of the record and of those above it. */
  readonly placed: readonly PlacedValue[];
  /** The record before a change. */
  readonly previous?: JsonObject | undefined;
  /** What of the value stays as it is: all of an example; of a record from outside of the service what it has. */
  readonly trust?: Trust | undefined;
}

/** A record that was made; not valid if the document allows none that is known. */
export interface Made {
  readonly value: JsonObject;
  readonly isValid: boolean;
}
