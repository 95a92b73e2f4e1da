import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withPart } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { selectorsOf } from '../../../../openapi/resources/operations/selectors.ts';
import { type ToldTies, toldTies } from '../../../../openapi/resources/prose/tie-order.ts';
import { eventually } from '../../../pool/eventually.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { type ListedPages, readPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { isSorted } from '../steps/sorted.ts';
import { type Order, ordersOf } from './list-query.ts';
import { reportOrder } from './listed-order.ts';
import { type Listing, propertyNamed, recordsOf } from './listing.ts';
import { isListedAs } from './lists.ts';
import { isArbitrary } from './order-ties.ts';
import { verifyInPages } from './paging.ts';

/** So many records with the same value are on two pages of two at least. */
const EQUAL = 4;
const MAX_ORDERS = 2;
/** In both directions of an order, those that are equal are in the same one. */
const MAX_TIED = 4;
/** Chooses the values that they share. */
const VARIANT = 16;

/** Pages in the order of a property that records share skip none of them, and repeat none; those that are equal are as it is told. */
export async function verifyEqualKeys(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, pool } = sequence;
  const listings = sequence.lists.flatMap((each) => listingOf(sequence, subject, each) ?? []);
  if (listings.length === 0) return;
  const equal: LiveRecord[] = [];
  for (let count = 0; count < EQUAL; count++) {
    const made = await pool.create(type, { context: withoutSelf(subject.record), variant: VARIANT });
    if ('problem' in made || made.step.response?.status === 202) return;
    equal.push(made);
  }
  for (const listing of listings) {
    const shared = await sharedOrders(listing);
    const isFirst = ({ pointer }: Order, index: number) =>
      shared.findIndex((each) => each.pointer === pointer) === index;
    for (const order of shared.filter(isFirst).slice(0, MAX_ORDERS))
      await verifyInPages(sequence, subject.record, {
        operation: listing.operation,
        spec: specOf(listing, order),
        sizeFor: () => EQUAL - 1,
      });
    await verifyToldTies(listing, shared.slice(0, MAX_TIED), equal);
  }
}

function specOf({ spec }: Listing, { chosen }: Order): Listing['spec'] {
  return chosen.reduce((next, { by, value }) => withPart(next, by, value), spec);
}

/** Records with the same value of what a request orders them by are in the order that the document says. */
async function verifyToldTies(listing: Listing, orders: readonly Order[], equal: readonly LiveRecord[]): Promise<void> {
  const { sequence, operation } = listing;
  const { journal, type, contract } = sequence;
  for (const told of toldTies(contract.document, operation.operation)) {
    const by = propertyNamed(operation, told.by);
    const among = told.among === undefined ? undefined : propertyNamed(operation, told.among);
    if (!by || (told.among !== undefined && !among) || isArbitrary(by)) continue;
    for (const order of orders) {
      if (order.pointer === by.pointer || (among && among.pointer !== order.pointer)) continue;
      const purpose = `list each ${type.name} in order`;
      const rows = rowsOf(listing, equal, [order.pointer, by.pointer]);
      const listed = await eventually(
        sequence.options.consistencyMs,
        () => readPages(journal, type, operation, specOf(listing, order), purpose),
        (each) => rows(each).length === equal.length && areInOrder(rows(each), told),
      );
      if (rows(listed).length < equal.length || areInOrder(rows(listed), told)) continue;
      for (const step of listed.steps) journal.record(step);
      const shown = rows(listed).map((row) => row.map(String).join(' '));
      const [first] = equal;
      if (first) reportOrder(sequence, first, listed, told, shown);
      return;
    }
  }
}

/** What the items of a list that are some records have where pointers lead, in its order. */
function rowsOf({ operation: { response } }: Listing, records: readonly LiveRecord[], pointers: readonly string[]) {
  return (listed: ListedPages): JsonValue[][] =>
    listed.records
      .filter((each) => records.some((one) => isListedAs(each, one)))
      .map(({ item }) => pointers.map((pointer) => getAt(item, `${response?.envelope ?? ''}${pointer}`) ?? null));
}

/** Amounts as texts have several forms. */
const DECIMAL = /^\d+\.\d+$/;

function areInOrder(rows: readonly JsonValue[][], { isDescending }: ToldTies): boolean {
  const [[key] = []] = rows;
  const last = rows.map((row) => row.at(-1) ?? null);
  if (
    rows.some(([each]) => String(each) !== String(key)) ||
    last.some((each) => each === null || DECIMAL.test(String(each)))
  )
    return true;
  return (isDescending === undefined ? [true, false] : [isDescending]).some((each) => isSorted(last, each));
}

/** A list in pages whose order can be chosen. */
function listingOf(sequence: Sequence, subject: Subject, operation: ResourceOperation): Listing | undefined {
  const spec = operation.paging?.size === undefined ? undefined : sequence.listRequest(operation, subject.record);
  const listing = spec && { sequence, operation, subject, spec, records: [] };
  return listing && ordersIn(listing).length > 0 ? listing : undefined;
}

function ordersIn(listing: Listing): Order[] {
  const { sequence, operation } = listing;
  return selectorsOf(sequence.contract.document, operation.operation).flatMap((each) => ordersOf(listing, each));
}

/** Orders by a property of which enough records have the same value. */
async function sharedOrders(listing: Listing): Promise<Order[]> {
  const { sequence, operation, spec } = listing;
  const { journal, type } = sequence;
  const whole = await readPages(journal, type, operation, spec, `list the ${type.name}`);
  const isShared = (pointer: string) => {
    const values = recordsOf(operation, whole).map((record) => String(getAt(record, pointer)));
    return values.some((value) => values.filter((each) => each === value).length >= EQUAL);
  };
  return ordersIn(listing).filter((each) => isShared(each.pointer));
}
