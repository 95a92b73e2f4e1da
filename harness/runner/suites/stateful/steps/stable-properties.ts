import { jsonEqual } from '../../../../core/json/equal.ts';
import { isObject } from '../../../../core/json/index.ts';
import { appendTokens, getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import { toldConstants } from '../../../../openapi/resources/prose/constants.ts';
import { isNaturalKey } from '../../../../openapi/resources/references/identifying.ts';
import type { Step } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import type { Difference } from './expected-properties.ts';
import { isSameValue } from './same-value.ts';

/** Values that a record keeps for life: its identifiers and the time of its creation. By JSON Pointer below the envelope. */
export type StableValues = ReadonlyMap<string, JsonValue>;

const CREATED =
  /^(created|inserted|registered)([_-]?(at|on|date|time|timestamp))?$|^(create|creation)[_-]?(date|time|timestamp)$|^date[_-]?created$/i;

/** What a read shows of the values that a record keeps for life, if the service alone sets them. */
export function stableValues(
  contract: Contract,
  record: JsonValue,
  type: ResourceType,
  reader: ResourceOperation,
): StableValues {
  const told = toldConstants(contract, type, reader);
  return valuesAt(record, [...ownIdentifiers(type, reader), ...creationTimes(type), ...told]);
}

/** The identifiers that a representation shows, if the service alone sets them. */
export function identifiersIn(record: JsonValue, type: ResourceType, reader: ResourceOperation): StableValues {
  return valuesAt(record, ownIdentifiers(type, reader));
}

function valuesAt(record: JsonValue, pointers: readonly string[]): StableValues {
  const values = new Map<string, JsonValue>();
  for (const pointer of pointers) {
    const value = getAt(record, pointer);
    if (value !== undefined && value !== null && typeof value !== 'object') values.set(pointer, value);
  }
  return values;
}

/** The values that are not what they were. */
export function findUnstable(record: JsonValue, stable: StableValues): Difference[] {
  return [...stable].flatMap(([pointer, expected]) => {
    const actual = getAt(record, pointer);
    return actual === undefined || isKept(expected, actual) ? [] : [{ pointer, expected, actual }];
  });
}

/**
 * True for what is inside of something that a request has given, by its name or as a record with an `id` of its own, such as
 * `/assignee/createdAt` where it sends another `assignee`.
 */
export function isOfNamed(
  { operations, properties }: ResourceType,
  { operation, spec }: Step,
  { pointer }: Difference,
): boolean {
  const [top = '', ...inner] = parsePointer(pointer);
  const { envelope = '' } = operations.find((each) => each.operation === operation)?.request ?? {};
  const sent = inner.length === 0 ? undefined : getAt(spec.body ?? null, appendTokens(envelope, top));
  if (isObject(sent)) return properties.some((each) => each.pointer === appendTokens('', top, 'id'));
  return sent !== undefined && sent !== null && !Array.isArray(sent);
}

/** True if a request has given a property that clients may write, such as the date of an import, the value that is shown. */
export function isAsSent(
  { properties, operations }: ResourceType,
  { operation, spec }: Step,
  { pointer, actual }: Difference,
): boolean {
  if (!properties.some((each) => each.pointer === pointer && each.sent && !each.readOnly)) return false;
  const { envelope = '' } = operations.find((each) => each.operation === operation)?.request ?? {};
  const sent = getAt(spec.body ?? null, envelope + pointer);
  return sent !== undefined && actual !== undefined && isSameValue(sent, actual);
}

/**
 * Whether a value says which record it is, whatever a client sends in its place: the key that its path has (the `name` of
 * `/zones/{zone}`), or a link to the record itself.
 */
export function showsIdentity({ pointer, actual }: Difference, { identifiers }: LiveRecord): boolean {
  if (typeof actual !== 'string') return false;
  const isKey = isNaturalKey(parsePointer(pointer).at(-1) ?? '');
  return [...identifiers.values()].map(String).some((id) => {
    const isLink = actual.endsWith(`/${id}`) || actual.endsWith(`/${encodeURIComponent(id)}`);
    return isLink || (isKey && actual === id);
  });
}

/** Not those that follow from other values, such as a slug. */
function ownIdentifiers({ identifiers, operations, properties }: ResourceType, reader: ResourceOperation): string[] {
  const readable = new Set(reader.response?.properties.map(({ pointer }) => pointer));
  const found = identifiers.flatMap(({ bindings }) =>
    bindings.flatMap(({ operation: id, from }) => {
      const envelope = operations.find(({ operation }) => operation.id === id)?.response?.envelope ?? '';
      const isOne = from.in === 'response body' && from.items === undefined && from.pointer.startsWith(envelope);
      return isOne ? [from.pointer.slice(envelope.length)] : [];
    }),
  );
  const isOfService = (pointer: string) =>
    properties.some((each) => each.pointer === pointer && each.serverSet !== undefined);
  const isNatural = (pointer: string) => isNaturalKey(words(parsePointer(pointer).at(-1) ?? '').join(''));
  return [...new Set(found)].filter((each) => readable.has(each) && isOfService(each) && !isNatural(each));
}

function creationTimes({ properties }: ResourceType): string[] {
  return properties.flatMap(({ pointer, sent, readOnly, serverSet }) => {
    const isOfService = readOnly || serverSet !== undefined || !sent;
    return isOfService && !pointer.includes('/*') && CREATED.test(parsePointer(pointer).at(-1) ?? '') ? [pointer] : [];
  });
}

/** The same value; a time may be shown with fewer digits than before, and in another time zone. */
function isKept(before: JsonValue, now: JsonValue): boolean {
  if (jsonEqual(before, now)) return true;
  if (typeof before !== 'string' || typeof now !== 'string') return String(before) === String(now);
  if (before.toLowerCase() === now.toLowerCase()) return true;
  const [first, second] = [Date.parse(before), Date.parse(now)];
  if (Number.isNaN(first) || Number.isNaN(second)) return false;
  const hasFraction = (text: string) => /:\d{2}[.,]\d/.test(text);
  // Microseconds may be cut or rounded to milliseconds, and those to seconds.
  if (hasFraction(before) !== hasFraction(now)) return Math.abs(first - second) < 1000;
  return Math.abs(first - second) <= (hasFraction(before) ? 1 : 0);
}
