import { InputError } from '../core/errors.ts';
import { decimalDigits, isNumber, toDecimal } from '../core/json/decimal.ts';
import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { JsonValue } from '../core/model.ts';
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
  ...{ allOf: 500, anyOf: 500, oneOf: 500, prefixItems: 500, parameters: 500, security: 500, content: 500 },
  ...{ properties: 3000, required: 3000, patternProperties: 500, dependentSchemas: 500 },
};
const MAX_OTHER_ENTRIES = 10_000;
/** Maps that hold as much as the document has. */
const UNLIMITED = new Set(['paths', 'webhooks', ...['schemas', 'responses', 'requestBodies', 'examples', 'links']]);
/** Digits of a number written without an exponent. */
const MAX_DIGITS = 1000;

/**
 * Rejects a document with a size that nothing should be built from: lengths, counts and numbers that a line can demand.
 * @throws {InputError} with the line of the first
 */
export function assertSizeLimits(document: OpenApiDocument): void {
  const found = firstOversized(document.root, { pointer: '#', name: '', isName: false, isData: false });
  if (found) throw new InputError(found.message, document.locate(found.pointer));
}

interface Place {
  readonly pointer: string;
  /** The keyword, or the name in a map. */
  readonly name: string;
  /** True for a name of the author's choice. */
  readonly isName: boolean;
  /** True inside of an example or another value that is not read as a part of the document. */
  readonly isData: boolean;
}

interface Oversized {
  readonly pointer: string;
  readonly message: string;
}

function firstOversized(value: JsonValue, place: Place): Oversized | undefined {
  const message = isNumber(value) ? numberMessage(value, place) : listMessage(value, place);
  if (message !== undefined) return { pointer: place.pointer, message };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = within(item) && firstOversized(item, { ...place, ...at(place, index), name: '', isName: false });
      if (found) return found;
    }
  } else if (isObject(value)) {
    const isName = !place.isData && !place.isName && NAMED_MAPS.has(place.name);
    for (const [name, each] of Object.entries(value)) {
      const isExtension = name.startsWith('x-') && name !== BUNDLE;
      const isData = place.isData || (!isName && (isExtension || isDataKeyword(name, each)));
      const found = within(each) && firstOversized(each, { ...at(place, name), name, isName, isData });
      if (found) return found;
    }
  }
  return undefined;
}

/** Nothing but numbers and what holds others has a size. */
function within(value: JsonValue): boolean {
  return typeof value === 'object' ? value !== null : typeof value === 'number';
}

function at({ pointer }: Place, token: string | number): Pick<Place, 'pointer'> {
  return { pointer: appendTokens(pointer, token) };
}

function numberMessage(value: JsonValue & (number | object), { name, isName, isData }: Place): string | undefined {
  if (!isNumber(value)) return undefined;
  if (decimalDigits(toDecimal(value)) > MAX_DIGITS)
    return `this number has more than ${MAX_DIGITS.toLocaleString('en')} digits; write a smaller one`;
  const limit = isName || isData || !Object.hasOwn(MAX_REQUIRED, name) ? undefined : MAX_REQUIRED[name];
  if (limit === undefined || Number(value) <= limit) return undefined;
  return `${name}: ${value} is more than the ${limit.toLocaleString('en')} that can be generated; lower it`;
}

function listMessage(value: JsonValue, { name, isName, isData }: Place): string | undefined {
  if (isName || (isData && name !== 'enum') || UNLIMITED.has(name)) return undefined;
  const count = Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
  const limit = (Object.hasOwn(MAX_ENTRIES, name) ? MAX_ENTRIES[name] : undefined) ?? MAX_OTHER_ENTRIES;
  if (count <= limit) return undefined;
  return `${name || 'this'} has ${count.toLocaleString('en')} entries; at most ${limit.toLocaleString('en')} are read`;
}
