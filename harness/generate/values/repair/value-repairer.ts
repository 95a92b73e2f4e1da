import type { Shape } from '../../../openapi/schema/effective-schema.ts';
import type { Json } from '../../../core/model.ts';

/** What the makers of objects and arrays ask of the rest. */
export interface Maker {
  /** A value for the place, as much like `base` as it can be; undefined where none is found in so many levels. */
  value(place: string, base: Json | undefined, levels: number): Json | undefined;
  /** What the `enum` of a place lists. */
  choices(place: string): readonly Json[];
  /** Names for members that no schema names. */
  names(shape: Shape): Iterable<string>;
  isName(shape: Shape, name: string): boolean;
  /** Whether a member or an item of `base` may go that cannot be mended. */
  readonly mayDrop: boolean;
}
