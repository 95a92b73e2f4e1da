import { jsonEqual } from '../../../../core/json/equal.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import {
  defaultOrder,
  isDirectionParameter,
  isOrderParameter,
} from '../../../../openapi/resources/operations/ordering.ts';
import { isPagingParameter } from '../../../../openapi/resources/operations/paging.ts';
import { type Selector, selectorsOf } from '../../../../openapi/resources/operations/selectors.ts';
import { saysNumeric } from '../../../../openapi/resources/prose/number-order.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import { type ListedPages, readPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { isDecimal, isSorted } from '../steps/sorted.ts';
import { verifyLaterElements } from './later-elements.ts';
import { verifyFilters } from './list-filters.ts';
import { type Choice, type Listing, propertyNamed, recordsOf, select } from './listing.ts';
import { verifySearchTexts, verifyTextSearch } from './text-searches.ts';

/** Longer lists are not compared. */
const MAX_RECORDS = 200;
const MAX_ORDERS = 4;

/** Filters that are named like a property, and orders by one, do what they say. */
export async function verifyListQuery(sequence: Sequence, subject: Subject): Promise<void> {
  for (const operation of [...sequence.lists, ...sequence.searched]) {
    const spec = sequence.listRequest(operation, subject.record);
    if (spec) await verifySelections(sequence, subject, operation, spec);
  }
}

/** @returns the list as a whole; undefined if it is not compared */
export async function verifySelections(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  spec: RequestSpec,
): Promise<ListedPages | undefined> {
  const { journal, type, contract } = sequence;
  const selectors = selectorsOf(contract.document, operation.operation);
  if (!selectors.some(({ name }) => !isPagingParameter(name))) return undefined;
  const whole = await readPages(journal, type, operation, spec, `list the ${type.name}`);
  if (!whole.isComplete || whole.records.length > MAX_RECORDS) return undefined;
  const listing = { sequence, operation, subject, spec, records: recordsOf(operation, whole) };
  await verifyFilters(listing, selectors);
  await verifyLaterElements(listing, selectors);
  await verifyTextSearch(listing, selectors);
  await verifySearchTexts(listing, selectors);
  const chosen = selectors.flatMap((each) => ordersOf(listing, each)).slice(0, MAX_ORDERS);
  for (const order of [...chosen, ...selectors.flatMap((each) => defaultOrders(listing, each))])
    if (await isUnsorted(listing, order)) break;
  return whole;
}

export interface Order {
  /** What asks for it. */
  readonly chosen: readonly Choice[];
  /** True if the list has it without being asked. */
  readonly isDefault?: boolean;
  readonly pointer: string;
  /** Undefined if the value does not say. */
  readonly isDescending: boolean | undefined;
  /** True for texts that the document says are in the order of numbers. */
  readonly isNumeric?: boolean;
}

/** The values of a parameter such as `sort` that name a property: `price`, `-price`, `price:desc`, `price_asc`. */
export function ordersOf(listing: Listing, by: Selector): Order[] {
  const { operation } = listing;
  const values = isOrderParameter(by.name) ? listedTexts(listing, by) : [];
  const directions = directionsOf(listing, by);
  return values.flatMap(({ text, value }): Order[] => {
    const [, sign, own = '', direction] =
      /^([-+]?)(.+?)(?:[ :_.,-](asc|desc|ascending|descending))?$/i.exec(text) ?? [];
    const property = propertyNamed(operation, own);
    const isScalar = property?.types.every((type) => !['array', 'object', 'boolean'].includes(type)) ?? false;
    if (!property || property.enumerated || !isScalar) return [];
    const isPaired = values.some((other) => other.text !== text && other.text.replace(/^[-+]/, '') === own);
    const isDescending = sign === '-' || /^desc/i.test(direction ?? '');
    const isSaid = sign !== '' || direction !== undefined || isPaired;
    const isNumeric = saysNumeric(listing.sequence.contract.document, operation.operation, property);
    const order = { chosen: [{ by, value }], pointer: property.pointer, isNumeric };
    if (isSaid || directions.length === 0) return [{ ...order, isDescending: isSaid ? isDescending : undefined }];
    return directions.map(({ chosen, isDescending: is }) => ({
      ...order,
      chosen: [...order.chosen, ...chosen],
      isDescending: is,
    }));
  });
}

/** The values of another selector that says the direction alone, as `order_direction=desc`. */
function directionsOf(listing: Listing, order: Selector): Omit<Order, 'pointer'>[] {
  const selectors = selectorsOf(listing.sequence.contract.document, listing.operation.operation);
  return selectors
    .filter(({ name }) => name !== order.name && isDirectionParameter(name))
    .flatMap((by) =>
      listedTexts(listing, by)
        .filter(({ text }) => /^(asc|desc)/i.test(text))
        .map(({ text, value }) => ({ chosen: [{ by, value }], isDescending: /^desc/i.test(text) })),
    );
}

/** The order of a list without the parameter that may ask for another one, if its schema has a default. */
function defaultOrders(listing: Listing, by: Selector): Order[] {
  const { sequence, operation } = listing;
  const isAssumed = ({ by: { name }, value }: Choice) =>
    jsonEqual(defaultOrder(sequence.contract.document, operation.operation, name) ?? null, value);
  const orders = ordersOf(listing, by).filter(({ chosen: [own] }) => own && isAssumed(own));
  const [told] = orders.filter(({ chosen }) => chosen.every(isAssumed));
  const [order = told] = told ? [] : orders.map((each) => ({ ...each, isDescending: undefined }));
  return order ? [{ ...order, isDefault: true }] : [];
}

interface ListedText {
  readonly text: string;
  /** As it is sent: alone, or as the only item of an array. */
  readonly value: JsonValue;
}

/** The texts among which a selector, or each item of it, has to be. */
function listedTexts({ sequence: { contract } }: Listing, { schema }: Selector): ListedText[] {
  if (schema === undefined) return [];
  const whole = effectiveSchema(contract.document, schema, 'request');
  const { items } = whole;
  const each = items === undefined ? whole : effectiveSchema(contract.document, items, 'request');
  const listed = firstKeyword(each, 'enum');
  return (Array.isArray(listed) ? listed : []).flatMap((text) =>
    typeof text === 'string' ? [{ text, value: items === undefined ? text : [text] }] : [],
  );
}

/** Reports a list that is not in an order. */
export async function isUnsorted(listing: Listing, order: Order): Promise<boolean> {
  const { sequence, operation, subject } = listing;
  const { chosen, pointer, isDescending, isNumeric, isDefault = false } = order;
  const directions = isDescending === undefined ? [true, false] : [isDescending];
  const isRight = (listed: ListedPages) => {
    const values = recordsOf(operation, listed).flatMap((record) => getAt(record, pointer) ?? []);
    const given = values.filter((one) => one !== null);
    const compared = isNumeric && given.every(isDecimal) ? given.map(Number) : given;
    return directions.some((each) => isSorted(compared, each));
  };
  const listed = await select(listing, isDefault ? [] : chosen, isRight);
  const last = listed?.steps.at(-1);
  if (!listed || !last || isRight(listed)) return false;
  const asked = chosen.map(({ by, value }) => `${by.name}=${String(value)}`);
  const shown = recordsOf(operation, listed).map((record) => String(getAt(record, pointer) ?? 'absent'));
  sequence.report('list-follows-query', last, {
    records: [subject.record],
    steps: listed.steps,
    message: `the list is not in the order that ${isDefault ? 'the default ' : ''}${asked.join('&')} says`,
    expected: `${pointer} ${isDescending ? 'descending' : 'ascending'}`,
    actual: shown.slice(0, 10).join(', '),
  });
  return true;
}
