import { getAt } from '../../../../core/json/pointer.ts';
import { withPart } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { selectorsOf } from '../../../../openapi/resources/operations/selectors.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import { readPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { type Order, ordersOf } from './list-query.ts';
import { type Listing, recordsOf } from './listing.ts';
import { verifyInPages } from './paging.ts';

/** So many records with the same value are on two pages of two at least. */
const EQUAL = 3;
const MAX_ORDERS = 2;
/** Chooses the values that they share. */
const VARIANT = 16;

/** Pages in the order of a property that records share skip none of them, and repeat none. */
export async function verifyEqualKeys(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, pool } = sequence;
  const listings = sequence.lists.flatMap((each) => listingOf(sequence, subject, each) ?? []);
  if (listings.length === 0) return;
  for (let count = 0; count < EQUAL; count++) {
    const made = await pool.create(type, { context: withoutSelf(subject.record), variant: VARIANT });
    if ('problem' in made || made.step.response?.status === 202) return;
  }
  for (const listing of listings)
    for (const order of (await sharedOrders(listing)).slice(0, MAX_ORDERS)) {
      const spec = order.chosen.reduce((next, { by, value }) => withPart(next, by, value), listing.spec);
      await verifyInPages(sequence, subject.record, { operation: listing.operation, spec, sizeFor: () => EQUAL - 1 });
    }
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

/** Orders by a property of which enough records have the same value, one for each property. */
async function sharedOrders(listing: Listing): Promise<Order[]> {
  const { sequence, operation, spec } = listing;
  const { journal, type } = sequence;
  const whole = await readPages(journal, type, operation, spec, `list the ${type.name}`);
  const isShared = (pointer: string) => {
    const values = recordsOf(operation, whole).map((record) => String(getAt(record, pointer)));
    return values.some((value) => values.filter((each) => each === value).length >= EQUAL);
  };
  const orders = ordersIn(listing);
  const isFirst = ({ pointer }: Order, index: number) => orders.findIndex((each) => each.pointer === pointer) === index;
  return orders.filter((each, index) => isFirst(each, index) && isShared(each.pointer));
}
