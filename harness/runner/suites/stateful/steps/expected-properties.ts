import { isNumber } from '../../../../core/json/decimal.ts';
import { jsonEqual } from '../../../../core/json/equal.ts';
import { isObject, stringifyJson } from '../../../../core/json/index.ts';
import { appendTokens, getAllAt, getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import { toldFixed } from '../../../../openapi/resources/prose/constants.ts';
import { isResourceObject } from '../../../../openapi/resources/representations/json-api.ts';
import { sharedProperties } from '../../../../openapi/resources/representations/properties.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import { isRequiredAt, schemasAt } from '../../../../openapi/schema/schemas-at.ts';
import { mayShow } from './may-show.ts';
import { isNothing, isPreserved, isSameValue } from './same-value.ts';
import { isShownOtherwise } from './shown-otherwise.ts';

/** A value that a reader must show. */
export interface ExpectedProperty {
  /** JSON Pointer below the envelope of the reader, with `*` for every item. */
  readonly pointer: string;
  readonly value: JsonValue;
  /** The default of its schema, which may be shown by leaving the property out. */
  readonly initial: JsonValue | undefined;
  /** True for a value that was read: the service has normalized it already. */
  readonly isShown?: boolean;
  /** True if a read may show a short form of the object that it is in, without it. */
  readonly mayBeCut?: boolean;
}

/** A property that a reader shows otherwise. */
export interface Difference {
  readonly pointer: string;
  readonly expected: JsonValue;
  /** Undefined if it is absent. */
  readonly actual: JsonValue | undefined;
}

/** Words in the names of values that services mask or hash. */
const SENSITIVE =
  /\b(pass|passw(or)?d|passphrase|passcode|secret|token|pin|cvv|cvc|card|iban|ssn|account number|hash)\b/;

/** What a reader must show of a body that was sent to a writer. */
export function expectedProperties(
  contract: Contract,
  type: ResourceType,
  writer: ResourceOperation,
  reader: ResourceOperation,
  body: JsonValue | undefined,
): ExpectedProperty[] {
  if (body === undefined || writer.request === undefined) return [];
  const formats = new Map(writer.request.properties.map(({ pointer, format }) => [pointer, format]));
  const pointers = new Set(writer.request.properties.map(({ pointer }) => pointer));
  const fixed = writer.role === 'update' || writer.role === 'patch' ? toldFixed(contract, type) : [];
  return sharedProperties(type, writer, reader).flatMap(({ sent, returned }) => {
    const pointer = returned.slice(reader.response?.envelope.length);
    const inRequest = sent.slice(writer.request?.envelope.length);
    if (isSensitive(inRequest) || formats.get(inRequest) === 'password' || isVersion(type, inRequest)) return [];
    if (fixed.includes(parsePointer(inRequest)[0] ?? '')) return [];
    // Of an object with declared properties, these are compared.
    if ([...pointers].some((each) => each.startsWith(`${inRequest}/`) && !each.startsWith(`${inRequest}/*`))) return [];
    const initial = defaultOf(contract, type, inRequest);
    const value = getAt(body, sent);
    const values = sent.includes('/*') ? getAllAt(body, parsePointer(sent)) : value === undefined ? [] : [value];
    const removes = (each: JsonValue) =>
      each === null && writer.patch === 'merge' && mayLack(contract, reader, pointer);
    const within = getAt(body, sent.slice(0, sent.lastIndexOf('/')));
    const shown = values.filter((each) => removes(each) || mayShow(contract, reader, pointer, { value: each, within }));
    const told = shown.filter(
      (each) => !isShownOtherwise(contract, reader, pointer, { value: each, writer, inRequest }),
    );
    return told.map((each) => ({ pointer, value: each, initial }));
  });
}

/** True for what marks the version of a record, which the service sets. */
function isVersion({ operations }: ResourceType, pointer: string): boolean {
  return operations.some(({ version, request }) => version?.at === `${request?.envelope}${pointer}`);
}

/** True if a reader need not show a property. */
export function mayLack({ document }: Contract, { response }: ResourceOperation, pointer: string): boolean {
  return (response?.schemas ?? []).every(
    (whole) => isRequiredAt(document, { whole, pointer, direction: 'response' }) === false,
  );
}

/** What a JSON:API resource object has its values in. */
const JSON_API_MEMBERS = new Set(['attributes', 'relationships']);

/**
 * True if a body has a property of the record, or null or another value in place of what it is in. A merge patch keeps the rest
 * of objects, and JSON:API 1.1 the other attributes and relationships.
 */
export function isSent({ request, patch }: ResourceOperation, body: JsonValue, pointer: string): boolean {
  const envelope = request?.envelope ?? '';
  const tokens = parsePointer(pointer);
  const isJsonApi = isResourceObject(getAt(body, envelope));
  return tokens.some((_, depth) => {
    const sent = getAt(body, appendTokens(envelope, ...tokens.slice(0, depth + 1)));
    const isKept =
      isObject(sent) && (patch === 'merge' || (isJsonApi && depth === 0 && JSON_API_MEMBERS.has(tokens[0] ?? '')));
    return sent !== undefined && (depth === tokens.length - 1 || !isKept);
  });
}

/** Whether a property is named like something that services mask or hash. */
export function isSensitive(pointer: string): boolean {
  return SENSITIVE.test(parsePointer(pointer).flatMap(words).join(' '));
}

/** How a record that is shown differs from what it must show. */
export function findDifferences(record: JsonValue, expected: readonly ExpectedProperty[]): Difference[] {
  return expected.flatMap(({ pointer, value, initial, isShown, mayBeCut }): Difference[] => {
    if (pointer.includes('/*')) {
      const shown = getAllAt(record, parsePointer(pointer));
      const isThere = isNothing(value) || shown.some((each) => isSameValue(value, each));
      return isThere ? [] : [{ pointer, expected: value, actual: shown }];
    }
    const actual = getAt(record, pointer);
    // Some serializers leave 0 out; null is another value.
    const isOmitted = isNothing(value) && !(isNumber(value) && actual === null);
    const isCut =
      mayBeCut && actual === undefined && isObject(getAt(record, pointer.slice(0, pointer.lastIndexOf('/'))));
    const mayBeAbsent = isOmitted || isCut || (initial !== undefined && jsonEqual(value, initial));
    if (actual === undefined || actual === null)
      return mayBeAbsent ? [] : [{ pointer, expected: value, actual: actual ?? undefined }];
    const isText = typeof value === 'string' && typeof actual === 'string';
    if (isShown && isText) return value === actual ? [] : [{ pointer, expected: value, actual }];
    const isEmpty = (each: JsonValue) => isNothing(each) && typeof each !== 'boolean' && each !== 0;
    return isSameValue(value, actual) || (isEmpty(value) && isEmpty(actual))
      ? []
      : [{ pointer, expected: value, actual }];
  });
}

/**
 * Parts of texts, and items of arrays in their order, that a record has lost; no normalization changes these.
 * @param isExact whether sentences are not normalized at all
 */
export function findLosses(record: JsonValue, expected: readonly ExpectedProperty[], isExact: boolean): Difference[] {
  const pointers = [...new Set(expected.map(({ pointer }) => pointer))];
  return pointers.flatMap((pointer): Difference[] => {
    const sent = expected.filter((each) => each.pointer === pointer).map(({ value }) => value);
    const shown = getAllAt(record, parsePointer(pointer)).filter((value) => value !== null);
    const isKept =
      sent.length === shown.length && sent.every((value, index) => isPreserved(value, shown[index] ?? null, isExact));
    if (isKept || shown.length === 0) return [];
    const [first = null] = sent;
    return [
      pointer.includes('/*')
        ? { pointer, expected: sent, actual: shown }
        : { pointer, expected: first, actual: shown[0] },
    ];
  });
}

/** What a record showed of the properties that its writers send, to find later whether it has changed. */
export function shownProperties(record: JsonValue, type: ResourceType, reader: ResourceOperation): ExpectedProperty[] {
  const writers = type.operations.filter(({ request, patch }) => request !== undefined && patch !== 'json-patch');
  const pointers = new Set(
    writers.flatMap((writer) => sharedProperties(type, writer, reader)).map(({ returned }) => returned),
  );
  const own = [...pointers].map((pointer) => pointer.slice(reader.response?.envelope.length));
  const isLeaf = (pointer: string) => !own.some((other) => other.startsWith(`${pointer}/`));
  return own.flatMap((pointer) => {
    const value = pointer.includes('/*') || !isLeaf(pointer) ? undefined : getAt(record, pointer);
    return value === undefined ? [] : [{ pointer, value, initial: undefined }];
  });
}

/** The expected properties with the values that a read showed in place of those that were sent. */
export function asShown(record: JsonValue, expected: readonly ExpectedProperty[]): ExpectedProperty[] {
  return expected.map((property) => {
    const value = property.pointer.includes('/*') ? undefined : getAt(record, property.pointer);
    return value === undefined ? property : { ...property, value, isShown: true };
  });
}

/** The expected properties after some of them were sent again. */
export function withExpected(
  before: readonly ExpectedProperty[],
  changed: readonly ExpectedProperty[],
): ExpectedProperty[] {
  const replaced = new Set(changed.map(({ pointer }) => pointer));
  return [...before.filter(({ pointer }) => !replaced.has(pointer)), ...changed];
}

/** Differences as one line each. */
export function describeDifferences(differences: readonly Difference[]): { expected: string; actual: string } {
  const line = (pointer: string, value: JsonValue | undefined) =>
    `${pointer || 'the record'}: ${value === undefined ? 'absent' : stringifyJson(value)}`;
  return {
    expected: differences.map(({ pointer, expected }) => line(pointer, expected)).join('\n'),
    actual: differences.map(({ pointer, actual }) => line(pointer, actual)).join('\n'),
  };
}

/** The `default` of a property in the first operation that gives one. */
export function defaultOf(contract: Contract, { operations }: ResourceType, pointer: string): JsonValue | undefined {
  for (const { operation, request, response } of operations) {
    const sent = request && defaultAt(contract, requestMediaType(operation)?.schema, request.envelope + pointer);
    if (sent !== undefined) return sent;
    for (const schema of response?.schemas ?? []) {
      const shown = defaultAt(contract, schema, pointer);
      if (shown !== undefined) return shown;
    }
  }
  return undefined;
}

export function defaultAt({ document }: Contract, whole: string | undefined, pointer: string): JsonValue | undefined {
  if (whole === undefined) return undefined;
  const [schema] = schemasAt(document, { whole, pointer, direction: 'request' });
  return schema === undefined ? undefined : firstKeyword(effectiveSchema(document, schema, 'request'), 'default');
}
