import { INTEGER_FORMATS } from '../../core/json/decimal.ts';
import { stringifyJson } from '../../core/json/index.ts';
import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { allowedTypes, type TypeName } from './instance-types.ts';

const NOUNS: Record<TypeName, string> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
};

const SHOWN = 80;
const SHOWN_PATTERN = 200;
const SHOWN_VALUES = 20;

/** A value for a message: JSON text, cut where it is long. */
export function formatValue(value: JsonValue): string {
  const text = stringifyJson(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;
}

function excerpt(source: string): string {
  return source.length > SHOWN_PATTERN ? `${source.slice(0, SHOWN_PATTERN)}… (${source.length} characters)` : source;
}

function formatList(values: readonly JsonValue[]): string {
  const shown = values.slice(0, SHOWN_VALUES).map(formatValue).join(', ');
  return values.length > SHOWN_VALUES ? `${shown} and ${values.length - SHOWN_VALUES} more` : shown;
}

/** What each keyword demands of a value, to stand behind its name: `body member id` `must be an integer`. */
const DEMANDS: Readonly<Record<string, (argument: JsonValue, schema: JsonObject) => string>> = {
  type: (_, schema) =>
    `must be ${allowedTypes(schema)
      .map((name) => NOUNS[name])
      .join(' or ')}`,
  enum: (list) => `must be one of ${Array.isArray(list) ? formatList(list) : formatValue(list)}`,
  const: (value) => `must be ${formatValue(value)}`,
  format: (format) => demandOfFormat(String(format)),
  minimum: (limit, schema) => `must be ${schema['exclusiveMinimum'] === true ? 'greater than' : 'at least'} ${limit}`,
  maximum: (limit, schema) => `must be ${schema['exclusiveMaximum'] === true ? 'less than' : 'at most'} ${limit}`,
  exclusiveMinimum: (limit) => `must be greater than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (step) => `must be a multiple of ${step}`,
  minLength: (count) => `must have at least ${pluralize(String(count), 'character')}`,
  maxLength: (count) => `must have at most ${pluralize(String(count), 'character')}`,
  pattern: (source) => `must match ${excerpt(String(source))}`,
  required: () => 'is required',
  additionalProperties: () => 'is not a declared member',
  unevaluatedProperties: () => 'is not a declared member',
  minProperties: (count) => `must have at least ${pluralize(String(count), 'member')}`,
  maxProperties: (count) => `must have at most ${pluralize(String(count), 'member')}`,
  dependentRequired: (names) => `must have the members that go together: ${formatValue(names)}`,
  minItems: (count) => `must have at least ${pluralize(String(count), 'item')}`,
  maxItems: (count) => `must have at most ${pluralize(String(count), 'item')}`,
  uniqueItems: () => 'must not have equal items',
  contains: () => 'must contain an item that fits `contains`',
  minContains: (count) => `must contain at least ${count} of the items that fit \`contains\``,
  maxContains: (count) => `must contain at most ${pluralize(String(count), 'such item')}`,
  unevaluatedItems: () => 'is not a declared item',
  anyOf: (list) => `must fit at least one of the ${Array.isArray(list) ? list.length : ''} schemas of anyOf`,
  oneOf: (list) => `must fit exactly one of the ${Array.isArray(list) ? list.length : ''} schemas of oneOf`,
  not: () => 'must not fit the schema of `not`',
  false: () => 'is not allowed here',
};

function demandOfFormat(format: string): string {
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  return range ? `must fit ${format} (${range.min} to ${range.max})` : `must be a valid ${format}`;
}

/** Keywords that demand something by themselves; the others only lead to further schemas. */
export function isAssertionKeyword(keyword: string): boolean {
  return Object.hasOwn(DEMANDS, keyword);
}

/** The demand of one keyword of a schema in words. */
export function keywordMessage(keyword: string, schema: JsonObject): string {
  return DEMANDS[keyword]?.(schema[keyword] ?? null, schema) ?? `must keep ${keyword}`;
}

/** What a schema finds wrong, said of a subject such as `query parameter limit`. */
export function formatViolation(subject: string, { instancePath, message, actual }: ValidationError): string {
  const got = actual === undefined || message.endsWith('is not a declared member') ? '' : `, got ${actual}`;
  return `${subject}${memberPath(instancePath)} ${message}${got}`;
}

/** What a schema finds wrong with a request body. */
export function formatBodyViolation(error: ValidationError): string {
  if (error.instancePath === '') return formatViolation('the request body', error);
  return formatViolation('body member ', error).replace('body member .', 'body member ');
}

/** `/items/0/name` as developers write it: `.items[0].name`. */
function memberPath(path: string): string {
  if (path === '') return '';
  return parsePointer(path)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('');
}

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
