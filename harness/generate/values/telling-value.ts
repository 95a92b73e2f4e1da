import { isNumber } from '../../core/json/decimal.ts';
import { jsonEqual } from '../../core/json/equal.ts';
import { isObject, setProperty, stringifyJson } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { schemasOfItem } from '../../openapi/schema/applicable-schemas.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { isFreeText } from './free-text.ts';

/** How much of it a service may not take: long text, other scripts than Latin, or times in another time zone. */
export interface TellingOptions {
  readonly isLong: boolean;
  readonly isUnicode: boolean;
  readonly hasOffset: boolean;
  /** A new word for each text. */
  readonly word: () => string;
}

/** Longer text is not sent, however long a schema permits it. */
const MAX_TEXT = 1_000;
/** Text without a limit in its schema may have one in a database. */
const UNLIMITED_TEXT = 60;
const ITEMS = 3;
const OFFSET_MS = 2 * 60 * 60 * 1000;
/** An amount of money in a text. */
const DECIMAL = /^\d+\.\d+$/;
const DECIMALS = [12.25, 1.25, 0.25];

/**
 * Returns a copy of a valid value with what a careless service loses: long text in mixed case and other scripts, decimals, signs,
 * time zones, arrays and maps of several items. What the schema does not permit stays as it is.
 * @param pointer of the schema
 */
export function tellingValue(
  contract: Contract,
  pointer: string,
  value: JsonValue,
  options: TellingOptions,
  name = '',
): JsonValue {
  const schema = effectiveSchema(contract.document, pointer, 'request');
  const accepts = (each: JsonValue) => contract.schemas.accepts(pointer, each, 'request');
  const inner = (place: string | undefined, each: JsonValue, key: string) =>
    place === undefined ? each : tellingValue(contract, place, each, options, key);
  const candidates = Array.isArray(value)
    ? arrays(schema, value, { listed: listedItems(contract, schema), word: options.word }, (place, each) =>
        inner(place, each, name),
      )
    : isObject(value)
      ? objects(schema, value, options.word, inner)
      : typeof value === 'string'
        ? texts(schema, value, name, options)
        : numbers(schema);
  return candidates.find(accepts) ?? value;
}

/** Below zero, if a schema says so: others may have a rule of their own. */
function numbers(schema: EffectiveSchema): JsonValue[] {
  if (firstKeyword(schema, 'enum') !== undefined) return [];
  const decimals = schema.types.includes('number') ? DECIMALS : [];
  const minimum = firstKeyword(schema, 'minimum') ?? firstKeyword(schema, 'exclusiveMinimum');
  const isNegative = isNumber(minimum) && Number(String(minimum)) < 0;
  return isNegative ? [...decimals.map((each) => -each), -3, -2, -1, ...decimals] : decimals;
}

/** With its own properties alone; before that a map with further entries. */
function objects(
  { properties, additionalProperties }: EffectiveSchema,
  value: JsonObject,
  word: () => string,
  inner: (place: string | undefined, value: JsonValue, name: string) => JsonValue,
): JsonObject[] {
  const next: JsonObject = {};
  const entries = Object.entries(value);
  for (const [name, each] of entries) setProperty(next, name, inner(properties.get(name)?.[0], each, name));
  const [first] = entries;
  const isMap = typeof additionalProperties === 'string' && entries.every(([name]) => !properties.has(name));
  if (!isMap || first === undefined) return [next];
  const several = { ...next };
  for (let count = entries.length; count < ITEMS; count++)
    setProperty(several, word(), typeof first[1] === 'string' ? word() : first[1]);
  return [several, next];
}

/** The values that the items of an array may be, if they are listed. */
function listedItems({ document }: Contract, { schemas }: EffectiveSchema): readonly JsonValue[] {
  const [item] = schemasOfItem(schemas, 0);
  const listed = item === undefined ? undefined : firstKeyword(effectiveSchema(document, item, 'request'), 'enum');
  return Array.isArray(listed) ? listed : [];
}

/** Several items that differ, or those that are there. */
function arrays(
  { schemas }: EffectiveSchema,
  value: readonly JsonValue[],
  { listed, word }: { readonly listed: readonly JsonValue[]; readonly word: () => string },
  inner: (place: string | undefined, value: JsonValue) => JsonValue,
): JsonValue[] {
  const changed = value.map((item, index) => inner(schemasOfItem(schemas, index)[0], item));
  const [first] = value;
  if (first === undefined || value.length >= ITEMS) return [changed];
  const more = Array.from({ length: ITEMS }, (_, index) => inner(schemasOfItem(schemas, index)[0], first));
  const isVaried = new Set(more.map((item) => stringifyJson(item))).size === ITEMS;
  const others = listed.filter((each) => !jsonEqual(each, first));
  if (others.length > 0) return [[first, ...others].slice(0, ITEMS), [first, ...others].slice(0, 2), changed];
  const several = isVaried ? more : typeof first === 'string' ? [first, word(), word()] : changed;
  return [several, several.slice(0, 2), changed];
}

function texts(schema: EffectiveSchema, value: string, name: string, options: TellingOptions): string[] {
  if (options.hasOffset && firstKeyword(schema, 'format') === 'date-time') return withOffset(value);
  if (DECIMAL.test(value))
    return [value.replace(/\d+$/, (digits) => '37'.padEnd(digits.length, '0').slice(0, digits.length))];
  if (!isFreeText(schema, name)) return [];
  const { isLong, isUnicode, word } = options;
  const max = Number(firstKeyword(schema, 'maxLength') ?? UNLIMITED_TEXT);
  const start = `${word()} ${isUnicode ? 'Žluťoučký Ωμέγα 日本 😀 ' : ''}${value[0]?.toUpperCase() ?? ''}${value.slice(1)}`;
  const length = isLong ? Math.min(max, MAX_TEXT) : Math.min(max, UNLIMITED_TEXT);
  const long = isLong ? start.padEnd(length, ' Some More Words') : start;
  // Counted in UTF-16, which is never less than in characters (JSON Schema Validation 6.3.1).
  const cut = long.slice(0, length);
  return [/[\s\ud800-\udbff]$/.test(cut) ? `${cut.slice(0, -1)}Z` : cut];
}

/** The same instant in another time zone (RFC 3339 section 4.2). */
function withOffset(value: string): string[] {
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? [] : [`${new Date(instant + OFFSET_MS).toISOString().slice(0, 19)}+02:00`];
}
