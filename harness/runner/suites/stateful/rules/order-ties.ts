import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import type { OrderedBy, ToldOrder } from '../../../../openapi/resources/prose/order.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import type { Sequence } from '../steps/sequence.ts';
import { isSorted } from '../steps/sorted.ts';
import { type Row, valuesOf, verifyRows } from './listed-order.ts';

/** Chooses values that the records have not had before. */
const VARIANT = 120;
/** Created in an order that is neither theirs nor its reverse. */
const MIXED = [2, 0, 3, 1];
/** So many properties are compared. */
const MAX_KEYS = 3;

/** What a list is ordered by, of which the first is right. */
export interface KeyOrder {
  readonly order: ToldOrder;
  readonly keys: readonly OrderedBy<string>[];
}

/** Records that have the same value of what they are ordered by are in order of what the document says next: `by last name, then first name`. */
export async function verifyTies(
  sequence: Sequence,
  operation: ResourceOperation,
  record: LiveRecord,
  told: KeyOrder,
): Promise<boolean> {
  for (let level = 1; level < Math.min(told.keys.length, MAX_KEYS); level++) {
    const keys = told.keys.slice(0, level + 1);
    const last = operation.response?.properties.find(({ pointer }) => pointer === keys.at(-1)?.property);
    if (last && isArbitrary(last)) return false;
    const isReported = await verifyRows(sequence, operation, record, {
      order: told.order,
      bodies: tiedBodies(sequence, record, keys),
      pointers: keys.map(({ property }) => property),
      areRight: (rows, listed) => {
        const last = lastOf(rows);
        const first = valuesOf(operation, listed, keys[0]?.property ?? '');
        return last === undefined || directionsOf(operation, keys, first).some((each) => isSorted(last, each));
      },
    });
    if (isReported) return true;
  }
  return false;
}

/** Bodies with the same values of all that a list is ordered by but the last; none if a client does not send these. */
function tiedBodies({ contract, pool }: Sequence, { origin }: LiveRecord, keys: KeyOrder['keys']): JsonValue[] {
  const { operation, request, scope } = origin;
  const [last, ...shared] = keys.map(({ property }) => `${request?.envelope ?? ''}${property}`).reverse();
  const bodies = MIXED.flatMap((_, index) => pool.candidates.body(operation, 'all', VARIANT + index) ?? []);
  const [first = null] = bodies;
  if (scope !== 'collection' || last === undefined || shared.some((at) => !isPlain(getAt(first, at)))) return [];
  const tied = bodies
    .map((body) => shared.reduce<JsonValue>((whole, at) => replaceAt(whole, at, getAt(first, at) ?? null), body))
    .toSorted((a, b) => (isSorted([getAt(a, last) ?? '', getAt(b, last) ?? ''], false) ? -1 : 1));
  if (!tied.every((body) => acceptsBody(contract, operation, body))) return [];
  return MIXED.flatMap((index) => tied[index] ?? []);
}

/** What rows that have all before in common have last; undefined if they do not, or if it tells nothing. */
function lastOf(rows: readonly Row[]): JsonValue[] | undefined {
  const [first = []] = rows;
  const isShared = rows.every((row) =>
    row.slice(0, -1).every((value, at) => isPlain(value) && isSame(value, first[at])),
  );
  const last = rows.flatMap((row) => row.at(-1) ?? []);
  return isShared && last.every((value) => isPlain(value)) ? last : undefined;
}

function isSame(value: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return String(value) === String(other);
}

/** Databases order UUIDs in ways of their own, and other identifiers by what they stand for. */
export function isArbitrary({ format, types, pointer }: SchemaProperty): boolean {
  return format === 'uuid' || (types.includes('string') && ID.test(pointer));
}

const ID = /(?:^\/id|I[dD]|_id)$/;

/** Texts ascend where the first ones do; the latest or the largest may come first. */
function directionsOf({ response }: ResourceOperation, keys: KeyOrder['keys'], first: readonly JsonValue[]): boolean[] {
  const last = keys.at(-1);
  if (last?.isDescending !== undefined) return [last.isDescending];
  const property = response?.properties.find(({ pointer }) => pointer === last?.property);
  const isText =
    property?.format === undefined && property?.types.every((type) => type === 'string' || type === 'null');
  const ascends = keys[0]?.isDescending === false || (isSorted(first, false) && !isSorted(first, true));
  return isText && ascends ? [false] : [false, true];
}

function isPlain(value: JsonValue | undefined): boolean {
  return (typeof value === 'string' && value !== '') || isNumber(value);
}
