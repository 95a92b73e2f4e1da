import type { Direction, Json, JsonObject } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { unscoped } from '../bundle/dynamic-scope.ts';
import { join } from '../../core/json/pointer.ts';
import { describe, show } from './messages.ts';
import type { Judging } from './evaluation-context.ts';

/** One keyword of a schema that a value does not keep. */
export interface SchemaError {
  /** Pointer of the keyword, e.g. `#/components/schemas/Pet/properties/id/type`; for `required`, of the name in its list. */
  readonly pointer: string;
  readonly keyword: string;
  /** JSON Pointer of the value; for `required`, of the member that is missing. */
  readonly path: string;
  /** What the value would have to be, e.g. `must be an integer`. */
  readonly says: string;
  /** The value as JSON text, cut to 80 characters; undefined where it is missing. */
  readonly actual: string | undefined;
}

/** Judges a value and appends what it breaks. */
export type Validate = (value: Json, path: string, errors: SchemaError[]) => void;

/** What a keyword sees of the schema that it stands in. */
export interface Scope {
  readonly document: OpenApiDocument;
  readonly direction: Direction;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly judging: Judging;
  /** The validator of another schema; compiled at its first use, so that schemas may be recursive. */
  compile(pointer: string): Validate;
}

/** Compiles one keyword, or a group of keywords that speak of the same thing; undefined where the schema has none of them. */
export type Keyword = (scope: Scope) => Validate | undefined;

/** An error of the keyword `keyword` in `scope`. */
export function schemaError(scope: Scope, keyword: string, path: string, value: Json): SchemaError {
  const says = describe(keyword, scope.schema);
  return { pointer: unscoped(join(scope.pointer, keyword)), keyword, path, says, actual: show(value) };
}
