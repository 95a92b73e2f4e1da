import { INTEGER_FORMATS, isNumber } from '../../core/json/decimal.ts';
import type { JsonObject } from '../../core/model.ts';
import { allowedTypes, allowsNumbers, type TypeName } from '../schema/instance-types.ts';
import { STRING_FORMATS } from '../schema/keywords/format.ts';

/** Keywords that are assertions if their schema is false; else they apply a further schema. */
export const FALSE_SCHEMA_MESSAGES: Readonly<Record<string, string>> = {
  additionalProperties: 'has only declared properties',
  unevaluatedProperties: 'has only declared properties',
  unevaluatedItems: 'has only declared items',
};

/** True for a keyword without effect: `additionalProperties: true`, `uniqueItems: false`, an unknown `format`. */
export function isNoOp(keyword: string, schema: JsonObject): boolean {
  const argument = schema[keyword];
  if (Object.hasOwn(FALSE_SCHEMA_MESSAGES, keyword)) return argument !== false;
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') return typeof argument === 'boolean';
  if (keyword === 'format') return !restricts(String(argument), allowedTypes(schema));
  if (keyword === 'contains') return isNumber(schema['minContains']);
  if (keyword === 'minContains') return schema['contains'] === undefined || Number(argument) === 0;
  if (keyword === 'maxContains') return schema['contains'] === undefined;
  return keyword === 'uniqueItems' && argument !== true;
}

/** Formats that are not validated restrict nothing, nor do those of values of another type (JSON Schema validation, section 7). */
function restricts(format: string, types: readonly TypeName[]): boolean {
  if (Object.hasOwn(INTEGER_FORMATS, format)) return allowsNumbers(types);
  return STRING_FORMATS.includes(format) && types.includes('string');
}
