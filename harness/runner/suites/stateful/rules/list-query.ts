import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isDirectionParameter, isOrderParameter } from '../../../../openapi/resources/operations/ordering.ts';
import { isPagingParameter } from '../../../../openapi/resources/operations/paging.ts';
import { type Selector, selectorsOf } from '../../../../openapi/resources/operations/selectors.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import { type ListedPages, readPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { isSorted } from '../steps/sorted.ts';
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
  for (const order of selectors.flatMap((each) => ordersOf(listing, each)).slice(0, MAX_ORDERS))
    if (await isUnsorted(listing, order)) break;
  return whole;
}

export interface Order {
  /** What asks for it. */
  readonly chosen: readonly Choice[];
  readonly pointer: string;
  /** Undefined if the value does not say. */
  readonly isDescending: boolean | undefined;
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
    const order = { chosen: [{ by, value }], pointer: property.pointer };
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

async function isUnsorted(listing: Listing, { chosen, pointer, isDescending }: Order): Promise<boolean> {
  const { sequence, operation, subject } = listing;
  const directions = isDescending === undefined ? [true, false] : [isDescending];
  const isRight = (listed: ListedPages) => {
    const values = recordsOf(operation, listed).flatMap((record) => getAt(record, pointer) ?? []);
    return directions.some((each) =>
      isSorted(
        values.filter((one) => one !== null),
        each,
      ),
    );
  };
  const listed = await select(listing, chosen, isRight);
  const last = listed?.steps.at(-1);
  if (!listed || !last || isRight(listed)) return false;
  const asked = chosen.map(({ by, value }) => `${by.name}=${String(value)}`);
  const shown = recordsOf(operation, listed).map((record) => String(getAt(record, pointer) ?? 'absent'));
  sequence.report('list-follows-query', last, {
    records: [subject.record],
    steps: listed.steps,
    message: `the list is not in the order that ${asked.join('&')} says`,
    expected: `${pointer} ${isDescending ? 'descending' : 'ascending'}`,
    actual: shown.slice(0, 10).join(', '),
  });
  return true;
}
