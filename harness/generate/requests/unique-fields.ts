import { INTEGER_FORMATS, isNumber } from '../../core/json/decimal.ts';
import { jsonEqual } from '../../core/json/equal.ts';
import { isObject, parseNumber, setProperty, stringifyJson } from '../../core/json/index.ts';
import { appendTokens, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { looksLikeIdentifier } from '../values/canonical-value.ts';
import { randomValues } from '../values/random-value.ts';
import { type RequestSpec, requestMediaType } from './build-request.ts';
import type { UniqueValues } from './unique-values.ts';

/** Of so many random values, one that fits is taken. */
const RANDOM_ATTEMPTS = 4;

/** A member of the request body that by its name or format identifies a record, and may have to be unique. */
interface UniqueField {
  readonly name: string;
  readonly kind: 'integer' | 'uuid' | 'text';
  /** Pointers of its schemas, which fresh values keep too. */
  readonly schemas: readonly string[];
}

/** The members at the top of the request body that may have to be unique among all records. */
export function findUniqueFields(
  contract: Contract,
  operation: Operation,
  learned: readonly string[] = [],
): readonly UniqueField[] {
  const schema = requestMediaType(operation)?.schema;
  if (!schema) return [];
  const effective = effectiveSchema(contract.document, schema, 'request');
  const found: UniqueField[] = [];
  const inPath = new Set(operation.parameters.filter((each) => each.in === 'path').map((each) => each.name));
  for (const [name, pointers] of effective.properties) {
    // It repeats the path, which says what record is meant.
    if (inPath.has(name)) continue;
    const property = effectiveSchema(contract.document, pointers[0] ?? '', 'request');
    if (firstKeyword(property, 'enum') !== undefined || firstKeyword(property, 'const') !== undefined) continue;
    const format = String(firstKeyword(property, 'format') ?? '');
    const isLearned = learned.includes(name);
    if (format === 'uuid') found.push({ name, kind: 'uuid', schemas: pointers });
    else if (isLearned && (property.types.includes('integer') || property.types.includes('number')))
      found.push({ name, kind: 'integer', schemas: pointers });
    else if (isLearned) found.push({ name, kind: 'text', schemas: pointers });
    else if (looksLikeIdentifier(name) && property.types.includes('integer') && isWide(format))
      found.push({ name, kind: 'integer', schemas: pointers });
    else if (looksLikeIdentifier(name) && property.hasType && property.types.includes('string'))
      found.push({ name, kind: 'text', schemas: pointers });
  }
  return found;
}

function isWide(format: string): boolean {
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  return range === undefined || range.max >= 2n ** 31n - 1n;
}

/**
 * The draft with fresh values for what identifies its record; undefined where it has nothing of the kind.
 * @param tested JSON Pointer of a value in the body that stays as it is
 */
export function withFreshUniqueFields(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  spec: RequestSpec,
  tested?: string,
): RequestSpec | undefined {
  const all = findUniqueFields(contract, operation, unique.learnedFor(operation.id));
  const properties = all.filter(({ name }) => appendTokens('', name) !== tested);
  if (spec.bytes !== undefined) return freshBytes(contract, spec, unique, properties);
  if (!isObject(spec.body)) return undefined;
  const body: JsonObject = {};
  let changed = false;
  for (const [name, value] of Object.entries(spec.body)) {
    const identity = properties.find((each) => each.name === name);
    const next = identity ? freshValue(contract, identity, value, unique) : undefined;
    changed ||= next !== undefined;
    setProperty(body, name, next ?? value);
  }
  return changed ? { ...spec, body } : undefined;
}

/** Another value that keeps the schema of its member too; undefined where the given one is of another kind, or none was found. */
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
  return randomValues(contract, unique, schemas[0] ?? '', 'request', RANDOM_ATTEMPTS).find(keeps);
}

/** A body that is given as bytes keeps every one of them but those of identifying values; latin1 maps each byte to one character. */
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

/** A name as JSON may spell it: each character as it is, or as its escape (RFC 8259 section 7). */
function anyJsonEscaping(name: string): string {
  return Array.from({ length: name.length }, (_, index) => {
    const unit = name.charCodeAt(index).toString(16).padStart(4, '0');
    return `(?:${escapeRegExp(stringifyJson(name.charAt(index)).slice(1, -1))}|\\\\u${unit})`;
  }).join('');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Text in which nothing but its being there can matter. */
const ALPHANUMERIC = /^[\w ]*$/;

/**
 * The draft with other values for all in its body that may have to be unique among records: what identifies it, and its texts.
 * @param tested JSON Pointer of the value in the body that is tested, which stays as it is
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
  let body = identified.body;
  for (const [path, text] of stringsIn(body, '')) {
    if (tested !== undefined && `${path}/`.startsWith(`${tested}/`)) continue;
    const word = unique.word();
    // A text that may matter keeps what it is: more is put behind it.
    const candidates = [ALPHANUMERIC.test(text) ? word : `${text} ${word}`, word];
    const renewed = candidates.map((candidate) => replaceAt(body, path, candidate));
    body = renewed.find((candidate) => contract.schemas.accepts(schema, candidate, 'request')) ?? body;
  }
  return { ...identified, body };
}

function* stringsIn(value: JsonValue, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  const properties = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  for (const [name, property] of properties) yield* stringsIn(property, appendTokens(path, name));
}
