import { InputError } from '../core/errors.ts';
import { decimalDigits, isNumber, toDecimal } from '../core/json/decimal.ts';
import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../core/model.ts';
import { BUNDLE } from './bundle/bundle.ts';
import { isDataKeyword, NAMED_MAPS } from './bundle/data-keywords.ts';
import type { OpenApiDocument } from './document.ts';

/** The largest values that a schema may require: larger ones are neither generated nor sent. */
const MAX_REQUIRED: Readonly<Record<string, number>> = {
  minItems: 10_000,
  minContains: 10_000,
  minProperties: 10_000,
  minLength: 100_000,
};
/** Entries of a list or map. Schemas that hold for one value are combined, and the properties of an object are varied one by one. */
const MAX_ENTRIES: Readonly<Record<string, number>> = {
  ...{ allOf: 500, anyOf: 500, oneOf: 500, prefixItems: 500, parameters: 1000, security: 500, content: 500 },
  ...{ properties: 3000, required: 3000, patternProperties: 500, dependentSchemas: 500 },
};
const MAX_OTHER_ENTRIES = 10_000;
/** Maps that hold as much as the document has. */
const UNLIMITED = new Set(['paths', 'webhooks', ...['schemas', 'responses', 'requestBodies', 'examples', 'links']]);
/** Digits of a number written without an exponent. */
const MAX_DIGITS = 1000;

/** The limits, as docs/troubleshooting.md lists them. */
export const SIZE_LIMITS = {
  required: MAX_REQUIRED,
  entries: { ...MAX_ENTRIES, other: MAX_OTHER_ENTRIES },
  digits: MAX_DIGITS,
} as const;

/**
 * Rejects a document with a size that nothing should be built from: lengths, counts and numbers that a line can demand.
 * @throws {InputError} with the line of the first
 */
export function assertSizeLimits(document: OpenApiDocument): void {
  const found = firstOversized(document.root, { name: '', isName: false, isData: false });
  if (!found) return;
  const pointer = appendTokens('#', ...found.tokens.toReversed());
  throw new InputError(found.message, document.locate(pointer), pointer);
}

interface Place {
  /** The keyword, or the name in a map. */
  readonly name: string;
  /** True for a name of the author's choice. */
  readonly isName: boolean;
  /** True inside of an example or another value that is not read as a part of the document. */
  readonly isData: boolean;
}

interface Oversized {
  /** The path to it, last token first: only the one that is reported has a path. */
  readonly tokens: (string | number)[];
  readonly message: string;
}

function firstOversized(value: JsonValue, place: Place): Oversized | undefined {
  const message = isNumber(value) ? numberMessage(value, place) : listMessage(value, place);
  if (message !== undefined) return { tokens: [], message };
  if (Array.isArray(value)) return firstOversizedItem(value, { name: '', isName: false, isData: place.isData });
  return isObject(value) ? firstOversizedProperty(value, place) : undefined;
}

function firstOversizedItem(items: readonly JsonValue[], place: Place): Oversized | undefined {
  for (const [index, item] of items.entries()) {
    const found = within(item) ? firstOversized(item, place) : undefined;
    if (found) return withToken(found, index);
  }
  return undefined;
}

function firstOversizedProperty(value: JsonObject, place: Place): Oversized | undefined {
  const isName = !place.isData && !place.isName && NAMED_MAPS.has(place.name);
  for (const [name, each] of Object.entries(value)) {
    if (!within(each)) continue;
    const isExtension = name.startsWith('x-') && name !== BUNDLE;
    const isData = place.isData || (!isName && (isExtension || isDataKeyword(name, each)));
    const found = firstOversized(each, { name, isName, isData });
    if (found) return withToken(found, name);
  }
  return undefined;
}

function withToken(found: Oversized, token: string | number): Oversized {
  found.tokens.push(token);
  return found;
}

/** Nothing but numbers and what holds others has a size. */
function within(value: JsonValue): boolean {
  return typeof value === 'object' ? value !== null : typeof value === 'number';
}

function numberMessage(value: JsonValue & (number | object), { name, isName, isData }: Place): string | undefined {
  if (!isNumber(value)) return undefined;
  if (decimalDigits(toDecimal(value)) > MAX_DIGITS)
    return `this number has more than ${MAX_DIGITS.toLocaleString('en')} digits; write a smaller one`;
  const limit = isName || isData || !Object.hasOwn(MAX_REQUIRED, name) ? undefined : MAX_REQUIRED[name];
  if (limit === undefined || Number(value) <= limit) return undefined;
  return `${name}: ${value} is more than the ${limit.toLocaleString('en')} that can be generated; lower it`;
}

function sizeOf(value: JsonValue): number {
  return Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
}

function listMessage(value: JsonValue, { name, isName, isData }: Place): string | undefined {
  if (isName || (isData && name !== 'enum') || UNLIMITED.has(name)) return undefined;
  const count = sizeOf(value);
  const limit = (Object.hasOwn(MAX_ENTRIES, name) ? MAX_ENTRIES[name] : undefined) ?? MAX_OTHER_ENTRIES;
  if (count <= limit) return undefined;
  return `${name || 'this'} has ${count.toLocaleString('en')} entries; at most ${limit.toLocaleString('en')} are read`;
}
