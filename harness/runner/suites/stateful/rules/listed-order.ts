import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import { type OrderedBy, orderedBy, type ToldOrder } from '../../../../openapi/resources/prose/order.ts';
import { bodyOf } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { ListedPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { propertyNamed } from './listing.ts';
import { isListedAs, list } from './lists.ts';

/** What every item of a list has where a pointer leads. */
export function valuesOf({ response }: ResourceOperation, { steps }: ListedPages, pointer: string): JsonValue[] {
  const items = steps.flatMap((step) => getAt(bodyOf(step) ?? null, response?.items ?? '') ?? []);
  return items.flatMap((item) => getAt(item, `${response?.envelope ?? ''}${pointer}`) ?? []);
}

/** What an order is by; '' for items that are texts. */
export function keysOf({ type }: Sequence, operation: ResourceOperation, order: ToldOrder): OrderedBy<string>[] {
  if (order.kind === 'texts') return [{ property: '', isDescending: order.isDescending }];
  const isPlain = ({ types, enumerated }: SchemaProperty) => !enumerated && types.every((type) => SCALARS.has(type));
  return orderedBy(order, type.words, (name) => {
    const property = propertyNamed(operation, name);
    return property && isPlain(property) ? property.pointer : undefined;
  });
}

const SCALARS = new Set<string>(['string', 'integer', 'number', 'null']);

/** What an item of a list has by which it is ordered. */
export type Row = readonly (JsonValue | undefined)[];

/** Records that are there to be compared in their order. */
export interface OrderedRecords {
  readonly order: ToldOrder;
  /** Of the records, in the order in which they are created. */
  readonly bodies: readonly JsonValue[];
  /** JSON Pointers of what is compared. */
  readonly pointers: readonly string[];
  /** @param rows those of the records, in the order of the list */
  readonly areRight: (rows: readonly Row[], listed: ListedPages) => boolean;
}

/** Creates records and compares in what order a list has them. @returns true if that is reported */
export async function verifyRows(
  sequence: Sequence,
  operation: ResourceOperation,
  record: LiveRecord,
  { order, bodies, pointers, areRight }: OrderedRecords,
): Promise<boolean> {
  const { pool, type } = sequence;
  const made: LiveRecord[] = [];
  for (const body of bodies) {
    const one = await pool.create(type, { context: withoutSelf(record), body });
    if ('problem' in one || one.step.response?.status === 202 || one.identifiers.size === 0) return false;
    made.push(one);
  }
  if (made.length === 0) return false;
  const { envelope = '' } = operation.response ?? {};
  const rowsIn = ({ records }: ListedPages) =>
    records
      .filter((each) => made.some((one) => isListedAs(each, one)))
      .map(({ item }) => pointers.map((pointer) => getAt(item, `${envelope}${pointer}`)));
  const isRight = (listed: ListedPages) => areRight(rowsIn(listed), listed);
  const areListed = (listed: ListedPages) => rowsIn(listed).length === made.length;
  const purpose = `list each ${type.name} in order`;
  const listed = await list(sequence, operation, record, purpose, (each) => areListed(each) && isRight(each));
  if (!listed || isRight(listed)) return false;
  const shown = rowsIn(listed).map((row) => row.map(String).join(' '));
  reportOrder(sequence, record, listed, order, shown);
  return true;
}

/** Reports a list that is not in the order that the document says. */
export function reportOrder(
  sequence: Sequence,
  record: Subject['record'],
  { steps }: ListedPages,
  { text }: Pick<ToldOrder, 'text'>,
  shown: readonly string[],
): void {
  const last = steps.at(-1);
  if (!last) return;
  sequence.report('list-follows-query', last, {
    records: [record],
    steps,
    message: 'the list is not in the order that the document says',
    expected: text,
    actual: shown.slice(0, 10).join(', '),
  });
}
