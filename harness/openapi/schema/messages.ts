import { INTEGER_FORMATS } from '../../core/json/decimal.ts';
import { stringifyJson } from '../../core/json/index.ts';
import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { andMore } from '../../core/util/list-names.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { allowedTypes, type TypeName } from './instance-types.ts';
import { unknownTypeNames } from './unknown-types.ts';

const NOUNS: Record<TypeName, string> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
};

const UNDECLARED_PROPERTY = 'is not a declared property';
const MAX_SHOWN_CHARACTERS = 80;
const MAX_PATTERN_CHARACTERS = 200;
const MAX_SHOWN_VALUES = 20;

/** Formats a value for a message: JSON text, truncated if it is long. */
export function formatValue(value: JsonValue): string {
  const text = stringifyJson(value);
  return text.length > MAX_SHOWN_CHARACTERS
    ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}… (${text.length} characters)`
    : text;
}

function excerpt(source: string): string {
  return source.length > MAX_PATTERN_CHARACTERS
    ? `${source.slice(0, MAX_PATTERN_CHARACTERS)}… (${source.length} characters)`
    : source;
}

function formatList(values: readonly JsonValue[]): string {
  return values.slice(0, MAX_SHOWN_VALUES).map(formatValue).join(', ') + andMore(values.length - MAX_SHOWN_VALUES);
}

/** Message of each assertion keyword, to follow a subject such as `body property id`. */
const KEYWORD_MESSAGES: Readonly<Record<string, (argument: JsonValue, schema: JsonObject) => string>> = {
  type: (type, schema) => {
    const nouns = allowedTypes(schema).map((name) => NOUNS[name]);
    return `must be ${nouns.length > 0 ? nouns.join(' or ') : unknownTypeNames(type)}`;
  },
  enum: (list) => `must be one of ${Array.isArray(list) ? formatList(list) : formatValue(list)}`,
  const: (value) => `must be ${formatValue(value)}`,
  format: (format) => formatMessage(String(format)),
  minimum: (limit, schema) => `must be ${schema['exclusiveMinimum'] === true ? 'greater than' : 'at least'} ${limit}`,
  maximum: (limit, schema) => `must be ${schema['exclusiveMaximum'] === true ? 'less than' : 'at most'} ${limit}`,
  exclusiveMinimum: (limit) => `must be greater than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (step) => `must be a multiple of ${step}`,
  minLength: (count) => `must have at least ${pluralize(String(count), 'character')}`,
  maxLength: (count) => `must have at most ${pluralize(String(count), 'character')}`,
  pattern: (source) => `must match ${excerpt(String(source))}`,
  required: () => 'is required',
  additionalProperties: () => UNDECLARED_PROPERTY,
  unevaluatedProperties: () => UNDECLARED_PROPERTY,
  minProperties: (count) => `must have at least ${pluralize(String(count), 'property', 'properties')}`,
  maxProperties: (count) => `must have at most ${pluralize(String(count), 'property', 'properties')}`,
  dependentRequired: (names) => `must have the properties that it depends on: ${formatValue(names)}`,
  minItems: (count) => `must have at least ${pluralize(String(count), 'item')}`,
  maxItems: (count) => `must have at most ${pluralize(String(count), 'item')}`,
  uniqueItems: () => 'must not have equal items',
  contains: () => 'must contain an item that is valid against `contains`',
  minContains: (count) => `must contain at least ${pluralize(String(count), 'item')} valid against \`contains\``,
  maxContains: (count) => `must contain at most ${pluralize(String(count), 'item')} valid against \`contains\``,
  unevaluatedItems: () => 'is not a declared item',
  anyOf: (list) =>
    `must be valid against at least one of the ${Array.isArray(list) ? list.length : ''} schemas of anyOf`,
  oneOf: (list) =>
    `must be valid against exactly one of the ${Array.isArray(list) ? list.length : ''} schemas of oneOf`,
  not: () => 'must not be valid against the schema of `not`',
  false: () => 'is not allowed here',
};

function formatMessage(format: string): string {
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  return range ? `must be in the range of ${format} (${range.min} to ${range.max})` : `must be a valid ${format}`;
}

/** True for keywords that assert something themselves; others only apply further schemas. */
export function isAssertionKeyword(keyword: string): boolean {
  return Object.hasOwn(KEYWORD_MESSAGES, keyword);
}

/** Writes what a keyword of a schema requires. */
export function keywordMessage(keyword: string, schema: JsonObject): string {
  return KEYWORD_MESSAGES[keyword]?.(schema[keyword] ?? null, schema) ?? `must satisfy ${keyword}`;
}

/** Writes a validation error about a subject such as `query parameter limit`. */
export function formatViolation(subject: string, { instancePath, message, actual }: ValidationError): string {
  const got = actual === undefined || message === UNDECLARED_PROPERTY ? '' : `, got ${actual}`;
  return `${subject}${propertyPath(instancePath)} ${message}${got}`;
}

/** Writes a validation error about a request body. */
export function formatBodyViolation(error: ValidationError): string {
  if (error.instancePath === '') return formatViolation('the request body', error);
  return formatViolation('body property ', error).replace('body property .', 'body property ');
}

/** Writes `/items/0/name` as `.items[0].name`. */
function propertyPath(path: string): string {
  if (path === '') return '';
  return parsePointer(path)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('');
}

/** One keyword of a schema that a value violates. */
export interface ValidationError {
  /** Pointer of the keyword, e.g. `#/components/schemas/Pet/properties/id/type`; for `required`, of the name in its list. */
  readonly pointer: string;
  readonly keyword: string;
  /** JSON Pointer of the value; for `required`, of the missing property. */
  readonly instancePath: string;
  /** What the keyword requires, e.g. `must be an integer`. */
  readonly message: string;
  /** The value as JSON text, truncated to 80 characters; undefined if it is missing. */
  readonly actual: string | undefined;
}
