import type { JsonValue } from '../../../core/model.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';

/** Repairs the values inside objects and arrays. */
export interface ValueRepairer {
  /** Returns a valid value of a schema close to `base`; undefined if none is found within `levels` of nesting. */
  value(pointer: string, base: JsonValue | undefined, levels: number): JsonValue | undefined;
  /** Returns a valid text for a property that an object has to have and has not; undefined if any text is as good. */
  missing(pointer: string, name: string): JsonValue | undefined;
  /** Whether a value is valid as it is. */
  isValid(pointer: string, value: JsonValue): boolean;
  /** Returns the values of the `enum` of a schema. */
  choices(pointer: string): readonly JsonValue[];
  /** Yields names for undeclared properties. */
  names(effective: EffectiveSchema): Iterable<string>;
  isName(effective: EffectiveSchema, name: string): boolean;
  /** Whether a property or item that cannot be repaired may be removed. */
  readonly isDroppable: boolean;
}
