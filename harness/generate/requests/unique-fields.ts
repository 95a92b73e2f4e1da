import { INTEGER_FORMATS, isNumber } from '../../core/json/decimal.ts';
import { jsonEqual } from '../../core/json/equal.ts';
import { isObject, parseNumber, stringifyJson } from '../../core/json/index.ts';
import { appendTokens, getAt, parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { schemasAt } from '../../openapi/schema/schemas-at.ts';
import { canonicalFormatValue } from '../values/format-value.ts';
import { looksLikeIdentifier } from '../values/identifier-names.ts';
import { randomValues } from '../values/random-value.ts';
import { replaceWhereValid } from '../values/replace-where-valid.ts';
import { type RequestSpec, requestMediaType } from './build-request.ts';
import { isKnownPlace } from './known-values.ts';
import type { RecordReference, UniqueValues } from './unique-values.ts';

/** Random values tried if a simple one is invalid. */
const RANDOM_ATTEMPTS = 4;

/** Learned properties are looked for in objects of the body down to this depth, e.g. in `data.attributes`. */
const MAX_DEPTH = 3;

/** A property of the request body that may have a unique constraint, by its name or format. */
interface UniqueField {
  readonly name: string;
  /** JSON Pointer in the body. */
  readonly pointer: string;
  readonly kind: 'integer' | 'uuid' | 'text';
  /** Pointers of its schemas, which new values are valid against. */
  readonly schemas: readonly string[];
}

interface FoundFields {
  readonly learned: string;
  readonly fields: readonly UniqueField[];
}

const createCache = () => new Map<Operation, FoundFields>();

/**
 * Returns the top-level properties of the request body that may have a unique constraint, and those learned to have one. They are
 * found once per operation and set of learned names: each case asks for them, and a body may have thousands of properties.
 */
export function findUniqueFields(
  contract: Contract,
  operation: Operation,
  learned: readonly string[] = [],
): readonly UniqueField[] {
  const cache = contract.derived(createCache);
  const key = learned.join('\n');
  let found = cache.get(operation);
  if (found?.learned !== key) {
    found = { learned: key, fields: searchUniqueFields(contract, operation, learned) };
    cache.set(operation, found);
  }
  return found.fields;
}

function searchUniqueFields(contract: Contract, operation: Operation, learned: readonly string[]): UniqueField[] {
  const schema = requestMediaType(operation)?.schema;
  if (!schema) return [];
  // What repeats the path says what record is meant.
  const inPath = new Set(operation.parameters.filter((each) => each.in === 'path').map((each) => each.name));
  return [...propertiesBelow(contract, schema, '', learned.length > 0 ? MAX_DEPTH : 1)].flatMap((property) => {
    const kind = inPath.has(property.name) ? undefined : kindOf(contract, property, learned.includes(property.name));
    return kind === undefined ? [] : [{ ...property, kind }];
  });
}

/** The names that a property with a unique constraint may have. */
export function uniqueFieldNames(contract: Contract, operation: Operation): string[] {
  const schema = requestMediaType(operation)?.schema;
  return schema ? [...propertiesBelow(contract, schema, '', MAX_DEPTH)].map(({ name }) => name) : [];
}

type Property = Omit<UniqueField, 'kind'>;

/** The properties of an object schema, and those of the objects in it. */
function* propertiesBelow(contract: Contract, schema: string, at: string, depth: number): Generator<Property> {
  for (const [name, schemas] of effectiveSchema(contract.document, schema, 'request').properties) {
    const pointer = appendTokens(at, name);
    yield { name, pointer, schemas };
    if (depth > 1 && schemas[0] !== undefined) yield* propertiesBelow(contract, schemas[0], pointer, depth - 1);
  }
}

function kindOf(contract: Contract, { name, pointer, schemas }: Property, isLearned: boolean) {
  const property = effectiveSchema(contract.document, schemas[0] ?? '', 'request');
  if (firstKeyword(property, 'enum') !== undefined || firstKeyword(property, 'const') !== undefined) return undefined;
  if (!isLearned && parsePointer(pointer).length > 1) return undefined;
  const format = String(firstKeyword(property, 'format') ?? '');
  if (format === 'uuid') return 'uuid';
  const isNumeric = property.types.includes('integer') || property.types.includes('number');
  if (isLearned) return isNumeric ? 'integer' : 'text';
  if (!looksLikeIdentifier(name)) return undefined;
  if (property.types.includes('integer') && isWide(format)) return 'integer';
  return property.hasType && property.types.includes('string') ? 'text' : undefined;
}

/** Whether a place in a body identifies another record. */
export function isReference(references: readonly RecordReference[], pointer: string): boolean {
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return references.some(({ in: location, at }) => location === 'body' && at === place);
}

function isWide(format: string): boolean {
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  return range === undefined || range.max >= 2n ** 31n - 1n;
}

/**
 * Returns the request with new values in its unique fields; undefined if it has none.
 * @param tested JSON Pointer of the value under test, which is not replaced
 */
export function withFreshUniqueFields(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  spec: RequestSpec,
  tested?: string,
): RequestSpec | undefined {
  const all = findUniqueFields(contract, operation, unique.learnedFor(operation.id));
  const [known, references] = [unique.knownFor(operation.id), unique.referencesOf(operation.id)];
  const properties = all.filter(
    ({ pointer }) => pointer !== tested && !isReference(references, pointer) && !isKnownPlace(known, pointer),
  );
  if (spec.bytes !== undefined) return freshBytes(contract, spec, unique, properties);
  if (!isObject(spec.body)) return undefined;
  let body: JsonValue = spec.body;
  for (const property of properties) {
    const value = getAt(spec.body, property.pointer);
    const next = value === undefined ? undefined : freshValue(contract, property, value, unique);
    if (next !== undefined) body = replaceAt(body, property.pointer, next);
  }
  return body === spec.body ? undefined : { ...spec, body };
}

/** Returns another valid value; undefined if the given one is of another type, or none was found. */
function freshValue(
  contract: Contract,
  { kind, schemas }: UniqueField,
  value: JsonValue,
  unique: UniqueValues,
): JsonValue | undefined {
  const fits = kind === 'integer' ? isNumber(value) : typeof value === 'string';
  if (!fits) return undefined;
  const keeps = (candidate: JsonValue) =>
    !jsonEqual(candidate, value) && schemas.every((schema) => contract.schemas.accepts(schema, candidate, 'request'));
  const plain = { integer: () => unique.integer(), uuid: () => unique.uuid(), text: () => unique.word() }[kind]();
  if (keeps(plain)) return plain;
  const others = randomValues(contract, unique, schemas[0] ?? '', 'request', RANDOM_ATTEMPTS).filter(keeps);
  // Short values of a pattern are soon taken.
  return others.toSorted((a, b) => String(b).length - String(a).length)[0];
}

/** Replaces unique values within raw bytes; Latin-1 maps each byte to one character. */
function freshBytes(
  contract: Contract,
  spec: RequestSpec,
  unique: UniqueValues,
  properties: readonly UniqueField[],
): RequestSpec | undefined {
  let text = Buffer.from(spec.bytes ?? []).toString('latin1');
  const before = text;
  for (const identity of properties) {
    const value = identity.kind === 'integer' ? '(-?[0-9]+)(?![0-9.eE])' : '"([-\\w .]*)"';
    const property = new RegExp(`("${anyJsonEscaping(identity.name)}"\\s*:\\s*)${value}`);
    text = text.replace(property, (result, head: string, own: string) => {
      const next = freshValue(contract, identity, identity.kind === 'integer' ? parseNumber(own) : own, unique);
      return next === undefined ? result : `${head}${stringifyJson(next)}`;
    });
  }
  return text === before ? undefined : { ...spec, bytes: Buffer.from(text, 'latin1') };
}

/** Returns a pattern of the name with any of its characters escaped (RFC 8259 section 7). */
function anyJsonEscaping(name: string): string {
  return Array.from({ length: name.length }, (_, index) => {
    const unit = name.charCodeAt(index).toString(16).padStart(4, '0');
    return `(?:${escapeRegExp(stringifyJson(name.charAt(index)).slice(1, -1))}|\\\\u${unit})`;
  }).join('');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Strings without punctuation, which can be replaced as a whole. */
const ALPHANUMERIC = /^[\w ]*$/;

/**
 * Returns the request with new values in its unique fields and all other strings of the body.
 * @param tested JSON Pointer of the value under test, which is not replaced
 */
export function withFreshStrings(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  spec: RequestSpec,
  tested?: string,
): RequestSpec {
  const identified = withFreshUniqueFields(contract, unique, operation, spec, tested) ?? spec;
  const schema = requestMediaType(operation)?.schema;
  if (schema === undefined || identified.body === undefined) return identified;
  const known = unique.knownFor(operation.id);
  const references = unique.referencesOf(operation.id);
  const replacements = [...stringsIn(identified.body, '')].flatMap(([at, text]) => {
    const isTested = tested !== undefined && `${at}/`.startsWith(`${tested}/`);
    if (isTested || isReference(references, at) || isKnownPlace(known, at)) return [];
    const candidates = freshStrings(contract, unique, schema, { at, text });
    return candidates.length === 0 ? [] : [{ at, candidates }];
  });
  const isValid = (value: JsonValue) => contract.schemas.accepts(schema, value, 'request');
  return { ...identified, body: replaceWhereValid(identified.body, replacements, isValid) };
}

/** Other strings for a place that its own schemas accept. Strings with punctuation may matter: a word is appended. */
function freshStrings(
  contract: Contract,
  unique: UniqueValues,
  schema: string,
  { at, text }: { readonly at: string; readonly text: string },
): JsonValue[] {
  const word = unique.word();
  const places = schemasAt(contract.document, { whole: schema, pointer: at, direction: 'request' });
  const candidates = [
    ...[ALPHANUMERIC.test(text) ? word : `${text} ${word}`, word],
    ...otherStrings(contract, unique, places[0]),
  ];
  return candidates.filter((each) => places.every((place) => contract.schemas.accepts(place, each, 'request')));
}

/** Other strings for a property with a format or a pattern. */
function otherStrings(contract: Contract, unique: UniqueValues, property: string | undefined): JsonValue[] {
  if (property === undefined) return [];
  const effective = effectiveSchema(contract.document, property, 'request');
  const format = firstKeyword(effective, 'format');
  const plain = typeof format === 'string' ? canonicalFormatValue(format, unique) : undefined;
  const hasPattern = firstKeyword(effective, 'pattern') !== undefined;
  const random = hasPattern ? randomValues(contract, unique, property, 'request', RANDOM_ATTEMPTS) : [];
  return plain === undefined ? random : [plain, ...random];
}

/** The texts in a value, with their JSON Pointers below a path. */
export function* stringsIn(value: JsonValue, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  const properties = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  for (const [name, property] of properties) yield* stringsIn(property, appendTokens(path, name));
}
