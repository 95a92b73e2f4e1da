import { appendTokens } from '../../core/json/pointer.ts';
import type { Direction, JsonObject, JsonValue } from '../../core/model.ts';
import { stripScope } from '../bundle/dynamic-scope.ts';
import type { OpenApiDocument } from '../document.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { formatValue, keywordMessage } from './messages.ts';

/** One keyword of a schema that a value does not keep. */
export interface ValidationError {
  /** Pointer of the keyword, e.g. `#/components/schemas/Pet/properties/id/type`; for `required`, of the name in its list. */
  readonly pointer: string;
  readonly keyword: string;
  /** JSON Pointer of the value; for `required`, of the member that is missing. */
  readonly instancePath: string;
  /** What the value would have to be, e.g. `must be an integer`. */
  readonly message: string;
  /** The value as JSON text, cut to 80 characters; undefined where it is missing. */
  readonly actual: string | undefined;
}

/** Judges a value and appends what it breaks. */
export type ValidateFn = (value: JsonValue, path: string, errors: ValidationError[]) => void;

/** What a keyword sees of the schema that it stands in. */
export interface KeywordContext {
  readonly document: OpenApiDocument;
  readonly direction: Direction;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly evaluation: EvaluationContext;
  /** The validator of another schema; compiled at its first use, so that schemas may be recursive. */
  compile(pointer: string): ValidateFn;
}

/** Compiles one keyword, or a group of keywords that speak of the same thing; undefined where the schema has none of them. */
export type Keyword = (scope: KeywordContext) => ValidateFn | undefined;

/** An error of the keyword `keyword` in `scope`. */
export function validationError(
  scope: KeywordContext,
  keyword: string,
  path: string,
  value: JsonValue,
): ValidationError {
  const says = keywordMessage(keyword, scope.schema);
  return {
    pointer: stripScope(appendTokens(scope.pointer, keyword)),
    keyword,
    instancePath: path,
    message: says,
    actual: formatValue(value),
  };
}
