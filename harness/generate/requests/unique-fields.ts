import { isNumber } from '../../core/json/decimal.ts';
import { jsonEqual } from '../../core/json/equal.ts';
import { getOwn, isObject, parseNumber, stringifyJson } from '../../core/json/index.ts';
import { appendTokens, getAt, parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import { escapeRegExp } from '../../core/util/escape-reg-exp.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { schemasAt } from '../../openapi/schema/schemas-at.ts';
import { canonicalFormatValue } from '../values/format-value.ts';
import { looksLikeIdentifier } from '../values/identifier-names.ts';
import { textFormat } from '../values/implied-format.ts';
import { randomValues } from '../values/random-value.ts';
import { replaceWhereValid } from '../values/replace-where-valid.ts';
import { type RequestSpec, requestMediaType, withParameter } from './build-request.ts';
import { findUniqueFields, itemSchemas, type UniqueField } from './find-unique-fields.ts';
import { isKnownPlace } from './known-values.ts';
import { type RecordReference, UNIQUE_WORD, type UniqueValues } from './unique-values.ts';
import { isMoment, textOfSameForm } from './varied-text.ts';

/** Random values tried if a simple one is invalid. */
const RANDOM_ATTEMPTS = 4;

/** Whether a place in a body identifies another record. */
export function isReference(references: readonly RecordReference[], pointer: string): boolean {
  const place = placeOf(pointer);
  return references.some(({ in: location, at }) => location === 'body' && at === place);
}

/** The pointer with `*` for every item. */
export function placeOf(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
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
  const isFixed = (at: string) => at === tested || isReference(references, at) || isKnownPlace(known, at);
  if (spec.bytes !== undefined)
    return freshBytes(
      contract,
      spec,
      unique,
      all.filter(({ pointer }) => !isFixed(pointer)),
    );
  let body = spec.body ?? null;
  for (const record of recordsIn(contract, operation, body))
    for (const property of all) {
      const at = record + property.pointer;
      const value = isFixed(at) ? undefined : getAt(body, at);
      const next = value === undefined ? undefined : freshValue(contract, property, value, unique);
      if (next !== undefined) body = replaceAt(body, at, next);
    }
  const chosen = withFreshChoice(contract, unique, operation, spec);
  return body === (spec.body ?? null) ? chosen : { ...(chosen ?? spec), body };
}

/** Names one request, whatever it is sent with: with another body it is a conflict, and with the same one nothing is done. */
const REQUEST_KEY = /^(?:x-)?(?:idempotency|idempotent)(?:-?key)?$/i;

/** Another identifier where a client chooses it in the query: `POST /books?bookId=` (AIP-133); another key of the request. */
function withFreshChoice(
  contract: Contract,
  unique: UniqueValues,
  { id, method, parameters }: Operation,
  spec: RequestSpec,
): RequestSpec | undefined {
  const references = unique.referencesOf(id);
  const chosen = parameters.find(({ in: place, name }) => {
    const isOther = references.some((each) => each.in === place && each.at === name);
    const value = place === 'query' || place === 'header' ? getOwn(spec.parameters[place], name) : undefined;
    const isWord = typeof value === 'string' && UNIQUE_WORD.test(value);
    const isChosen = place === 'header' ? REQUEST_KEY.test(name) : method === 'POST' && looksLikeIdentifier(name);
    return isChosen && isWord && !isOther;
  });
  const word = chosen && unique.word();
  const isValid = word && (!chosen.schema || contract.schemas.accepts(chosen.schema, word, 'request'));
  return isValid ? withParameter(spec, chosen, word) : undefined;
}

/** The pointers of the objects that a body is, or has as its items where it may. */
function recordsIn(contract: Contract, operation: Operation, body: JsonValue): string[] {
  if (isObject(body)) return [''];
  const schema = requestMediaType(operation)?.schema;
  if (!Array.isArray(body) || schema === undefined || itemSchemas(contract, schema).length === 0) return [];
  return body.flatMap((item, index) => (isObject(item) ? [`/${index}`] : []));
}

/** Returns another valid value; undefined if the given one is of another type, or none was found. */
function freshValue(
  contract: Contract,
  { kind, name, schemas }: UniqueField,
  value: JsonValue,
  unique: UniqueValues,
): JsonValue | undefined {
  const fits = kind === 'integer' ? isNumber(value) : typeof value === 'string';
  if (!fits) return undefined;
  const keeps = (candidate: JsonValue) =>
    !jsonEqual(candidate, value) && schemas.every((schema) => contract.schemas.accepts(schema, candidate, 'request'));
  const texts = () => [formattedText(contract, unique, schemas[0] ?? '', name), ...wordsLike(value, unique.word())];
  const plain = { integer: () => [unique.integer()], uuid: () => [unique.uuid()], text: texts }[kind]();
  const fresh = plain.find((candidate) => candidate !== undefined && keeps(candidate));
  if (fresh !== undefined) return fresh;
  const others = randomValues(contract, unique, schemas[0] ?? '', 'request', RANDOM_ATTEMPTS).filter(keeps);
  // Short values of a pattern are soon taken.
  return others.toSorted((a, b) => String(b).length - String(a).length)[0];
}

function wordsLike(value: JsonValue, word: string): string[] {
  const formed = typeof value === 'string' ? textOfSameForm(value, word) : undefined;
  return formed === undefined ? [word] : [formed, word];
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

/** Strings without punctuation, which can be replaced as a whole. */
const ALPHANUMERIC = /^[\w ]*$/;

/**
 * Returns the request with new values in its unique fields and all other strings of the body.
 * @param tested JSON Pointer of the value under test, which is not replaced
 * @param wordsOnly whether strings with punctuation stay: they may be codes, such as `hmac-sha256`
 */
export function withFreshStrings(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  spec: RequestSpec,
  tested?: string,
  wordsOnly = false,
): RequestSpec {
  const identified = withFreshUniqueFields(contract, unique, operation, spec, tested) ?? spec;
  const schema = requestMediaType(operation)?.schema;
  if (schema === undefined || identified.body === undefined) return identified;
  const known = unique.knownFor(operation.id);
  const references = unique.referencesOf(operation.id);
  const replacements = [...stringsIn(identified.body, '')].flatMap(([at, text]) => {
    const isTested = tested !== undefined && `${at}/`.startsWith(`${tested}/`);
    if (isTested || isReference(references, at) || isKnownPlace(known, at)) return [];
    if (wordsOnly && !ALPHANUMERIC.test(text)) return [];
    const candidates = freshStrings(contract, unique, schema, { at, text });
    return candidates.length === 0 ? [] : [{ at, candidates }];
  });
  const isValid = (value: JsonValue) => contract.schemas.accepts(schema, value, 'request');
  return { ...identified, body: replaceWhereValid(identified.body, replacements, isValid) };
}

/**
 * Other strings for a place that its own schemas accept. The form of strings with punctuation may matter: their first word is
 * another, or one is appended.
 */
function freshStrings(
  contract: Contract,
  unique: UniqueValues,
  schema: string,
  { at, text }: { readonly at: string; readonly text: string },
): JsonValue[] {
  const word = unique.word();
  const places = schemasAt(contract.document, { whole: schema, pointer: at, direction: 'request' });
  const formatted = formattedText(contract, unique, places[0], parsePointer(at).at(-1) ?? '');
  const others = [
    ...(ALPHANUMERIC.test(text) ? [] : [textOfSameForm(text, word) ?? `${text} ${word}`]),
    word,
    ...patternTexts(contract, unique, places[0]),
  ];
  const candidates = [...(formatted === undefined ? [] : [formatted]), ...(isMoment(text) ? [] : others)];
  return candidates.filter((each) => places.every((place) => contract.schemas.accepts(place, each, 'request')));
}

/** Another text of the format that a property has, by its schema or name; undefined if it has none. */
function formattedText(
  contract: Contract,
  unique: UniqueValues,
  property: string | undefined,
  name: string,
): string | undefined {
  if (property === undefined) return undefined;
  const schema = effectiveSchema(contract.document, property, 'request');
  return canonicalFormatValue(textFormat(schema, name), unique, name);
}

/** Other texts for a property with a pattern. */
function patternTexts(contract: Contract, unique: UniqueValues, property: string | undefined): JsonValue[] {
  if (property === undefined) return [];
  const schema = effectiveSchema(contract.document, property, 'request');
  if (firstKeyword(schema, 'pattern') === undefined) return [];
  return randomValues(contract, unique, property, 'request', RANDOM_ATTEMPTS);
}

/** The texts in a value, with their JSON Pointers below a path. */
export function* stringsIn(value: JsonValue, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  const properties = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  for (const [name, property] of properties) yield* stringsIn(property, appendTokens(path, name));
}
