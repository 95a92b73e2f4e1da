import type { JsonValue } from '../../../core/model.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';

/** What the makers of objects and arrays ask of the rest. */
export interface ValueRepairer {
  /** A value for the place, as much like `base` as it can be; undefined where none is found in so many levels. */
  value(place: string, base: JsonValue | undefined, levels: number): JsonValue | undefined;
  /** What the `enum` of a place lists. */
  choices(place: string): readonly JsonValue[];
  /** Names for members that no schema names. */
  names(shape: EffectiveSchema): Iterable<string>;
  isName(shape: EffectiveSchema, name: string): boolean;
  /** Whether a member or an item of `base` may go that cannot be mended. */
  readonly isDroppable: boolean;
}
