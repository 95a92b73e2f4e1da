/** Keywords of OpenAPI's schemas that say something of a value itself, as ajv 6 has them. */
import { INTEGER_FORMATS, isNumber } from '../../../core/json/decimal.ts';
import { toDoubles } from '../../../core/json/index.ts';
import type { JsonObject } from '../../../core/model.ts';
import { allowedTypes } from '../../../openapi/schema/instance-types.ts';
import { compilePattern } from '../../../openapi/schema/pattern/pattern.ts';

const SAME = [
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
];
/** Formats that ajv 6 knows and that mean the same there. */
const FORMATS = new Set(['date', 'date-time', 'time', 'uuid', 'email', 'ipv4', 'ipv6', 'uri', 'hostname']);
/** Keywords that draft-07 does not have, or reads otherwise. */
const LOST = [
  '$dynamicRef',
  'discriminator',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'minContains',
  'maxContains',
];

/** What a schema says of a value itself; integer formats become inclusive bounds, rounded to doubles where they must be. */
export function toDraft07Keywords(schema: JsonObject): Record<string, unknown> {
  const { type, multipleOf, pattern } = schema;
  const converted: Record<string, unknown> = {};
  for (const keyword of SAME) if (schema[keyword] !== undefined) converted[keyword] = toDoubles(schema[keyword]);
  if (type !== undefined) converted['type'] = allowedTypes(schema);
  if (isWhole(multipleOf)) converted['multipleOf'] = Number(multipleOf);
  if (typeof pattern === 'string' && compilesWithoutUFlag(pattern)) converted['pattern'] = pattern;
  addExclusiveBounds(schema, converted);
  addFormat(schema, converted);
  return converted;
}

/** True where a value that does not fit the schema may fit what becomes of it. */
export function isLossy(schema: JsonObject, version: string): boolean {
  const { format, multipleOf, pattern, patternProperties, $ref } = schema;
  return (
    LOST.some((keyword) => schema[keyword] !== undefined) ||
    ($ref !== undefined && version !== '3.0' && Object.keys(schema).length > 1) ||
    (typeof format === 'string' && !FORMATS.has(format) && !Object.hasOwn(INTEGER_FORMATS, format)) ||
    (multipleOf !== undefined && !isWhole(multipleOf)) ||
    (typeof pattern === 'string' && !compilesWithoutUFlag(pattern)) ||
    !Object.keys(patternProperties ?? {}).every(compilesWithoutUFlag)
  );
}

/** A text of this length may not occupy Dredd's thread: what takes longer is left to our own validator, which has a budget. */
const QUICK_LENGTH = 64;

/** Ajv 6 compiles without the u flag, whereby some expressions mean something else. */
export function compilesWithoutUFlag(source: string): boolean {
  if (/\\[pP]\{|\\u\{/.test(source) || !compilePattern(source)?.isQuick(QUICK_LENGTH)) return false;
  try {
    new RegExp(source);
    return true;
  } catch {
    return false; // what is no regular expression at all is reported by the lint
  }
}

/** Ajv 6 divides doubles, which says that 0.07 is no multiple of 0.01. */
function isWhole(step: unknown): boolean {
  return Number.isSafeInteger(Number(step));
}

/** OpenAPI 3.0 makes a bound exclusive by a boolean beside it, draft-07 by a keyword of its own. */
function addExclusiveBounds(schema: JsonObject, converted: Record<string, unknown>): void {
  for (const [inclusive, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    delete converted[exclusive];
    if (schema[exclusive] !== true || converted[inclusive] === undefined) continue;
    converted[exclusive] = converted[inclusive];
    delete converted[inclusive];
  }
}

function addFormat(schema: JsonObject, converted: Record<string, unknown>): void {
  const format = String(schema['format'] ?? '');
  if (FORMATS.has(format)) converted['format'] = format;
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  if (!range) return;
  converted['minimum'] ??= Number(range.min);
  converted['maximum'] ??= Number(range.max);
}

/** The keyword of the document that a keyword of the converted schema stands for. */
export function originalKeyword(keyword: string, schema: JsonObject): string {
  const { [keyword]: own, exclusiveMinimum, exclusiveMaximum, format, oneOf } = schema;
  if (keyword === 'exclusiveMinimum' && exclusiveMinimum === true) return 'minimum';
  if (keyword === 'exclusiveMaximum' && exclusiveMaximum === true) return 'maximum';
  if (keyword === 'anyOf' && own === undefined && oneOf !== undefined) return 'oneOf';
  const isBound = keyword === 'minimum' || keyword === 'maximum';
  return isBound && !isNumber(own) && format !== undefined ? 'format' : keyword;
}
