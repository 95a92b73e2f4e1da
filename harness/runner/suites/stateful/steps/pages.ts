import { headerValues } from '../../../../core/http-response.ts';
import { isNumber } from '../../../../core/json/decimal.ts';
import { stringifyJson } from '../../../../core/json/index.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { type RequestSpec, withParameter, withPart } from '../../../../generate/requests/build-request.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import { decodeQueryLeniently, splitQuery } from '../../../../openapi/parameters/percent-decoding.ts';
import type { ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import type { Paging } from '../../../../openapi/resources/operations/page-facts.ts';
import { type Selector, selectorsOf } from '../../../../openapi/resources/operations/selectors.ts';
import { bodyOf, isAccepted, type Journal, type Step } from '../../../pool/journal.ts';
import { type ListedRecord, listedRecords } from '../../../pool/listed-records.ts';

/** A list over its pages. */
export interface ListedPages {
  readonly steps: readonly Step[];
  readonly records: readonly ListedRecord[];
  /** True if no page is left, and every item tells which record it is. */
  readonly isComplete: boolean;
  /** How many items the largest page has. */
  readonly largest: number;
  /** How many records the last page says that there are. */
  readonly total?: number | undefined;
}

const MAX_PAGES = 25;

/** Reads a list page by page, as far as it can be followed. */
export async function readPages(
  journal: Journal,
  type: ResourceType,
  operation: ResourceOperation,
  spec: RequestSpec,
  purpose: string,
): Promise<ListedPages> {
  const steps: Step[] = [];
  const records: ListedRecord[] = [];
  let next: RequestSpec | undefined = spec;
  let count = 0;
  let largest = 0;
  while (next !== undefined && steps.length < MAX_PAGES) {
    const step: Step = await journal.observe(operation.operation, next, purpose);
    steps.push(step);
    if (!isAccepted(step)) return { steps, records, isComplete: false, largest };
    const items = itemsOf(operation, step);
    if (items === undefined) return { steps, records, isComplete: false, largest };
    count += items;
    largest = Math.max(largest, items);
    const page = listedRecords(type, operation, step);
    if (isNumbered(operation) && repeatsLast(records, page)) {
      count -= items;
      break;
    }
    records.push(...page);
    const at = { count: items, seen: records.length, number: steps.length, last: records.at(-1) };
    next = nextPage(operation, spec, step, at);
  }
  const last = steps.at(-1);
  const isEnd = next === undefined || steps.length < MAX_PAGES;
  const isComplete = isEnd && count === records.length && last !== undefined && isLast(operation, spec, last, count);
  const total = last && operation.paging ? totalOf(operation.paging, last) : undefined;
  return { steps, records, isComplete, largest, total };
}

/** True if pages are counted: some services show the last one again after it. */
function isNumbered({ paging }: ResourceOperation): boolean {
  return (paging?.style === 'page' || paging?.style === 'offset') && paging.next === undefined;
}

function repeatsLast(records: readonly ListedRecord[], page: readonly ListedRecord[]): boolean {
  const keys = (list: readonly ListedRecord[]) => list.map(keyOf).join(' ');
  return page.length > 0 && records.length >= page.length && keys(records.slice(-page.length)) === keys(page);
}

function keyOf({ item, identifiers }: ListedRecord): string {
  if (identifiers.size === 0) return stringifyJson(item);
  return [...identifiers.values()].map(({ value }) => String(value)).join('/');
}

export function itemsOf({ response }: ResourceOperation, step: Step): number | undefined {
  const body = bodyOf(step);
  const items = body === undefined || response?.items === undefined ? undefined : getAt(body, response.items);
  return Array.isArray(items) ? items.length : undefined;
}

interface Page {
  readonly count: number;
  readonly seen: number;
  readonly number: number;
  readonly last: ListedRecord | undefined;
}

/** The request of the next page; undefined after the last one, or if it is not known. */
function nextPage(operation: ResourceOperation, spec: RequestSpec, step: Step, page: Page): RequestSpec | undefined {
  const { paging } = operation;
  if (!paging || paging.style === 'none') return linkedPage(operation, spec, step);
  if (page.count === 0) return undefined;
  const linked = linkedPage(operation, spec, step);
  const total = totalOf(paging, step) ?? Number.POSITIVE_INFINITY;
  if (page.seen >= total && !(paging.total?.isAmbiguous && (linked || total === page.count))) return undefined;
  const position = paging.next === undefined ? positionAfter(paging, step, page) : undefined;
  if (linked || position === undefined || paging.position === undefined) return linked;
  return withPart(spec, { in: paging.in, at: paging.position }, position);
}

function positionAfter(paging: Paging, step: Step, { seen, number, last }: Page): JsonValue | undefined {
  switch (paging.style) {
    case 'offset':
      return (paging.first ?? 0) + seen;
    case 'page':
      return (paging.first ?? 0) + number;
    case 'after':
      return hasMore(paging, step) === false ? undefined : [...(last?.identifiers.values() ?? [])].at(-1)?.value;
    default:
      return undefined;
  }
}

/** What a property such as `has_more` or `done` says; undefined without one. */
function hasMore({ facts }: Paging, step: Step): boolean | undefined {
  const place = facts.find(({ kind }) => kind === 'more' || kind === 'end');
  const value = place && getAt(bodyOf(step) ?? null, place.at);
  return typeof value === 'boolean' ? value === (place?.kind === 'more') : undefined;
}

/** The next page as the response names it: by a cursor, or by a URL, which says all but perhaps the size of pages (RFC 8288). */
export function linkedPage({ paging }: ResourceOperation, spec: RequestSpec, step: Step): RequestSpec | undefined {
  if (!paging?.next) return undefined;
  const value = valueAt(paging.next, step);
  if (value === undefined || value === null || value === '' || value === false) return undefined;
  if (paging.next.kind === 'cursor')
    return paging.position === undefined ? undefined : withPart(spec, { in: paging.in, at: paging.position }, value);
  const url = paging.next.in === 'header' ? nextLink(String(value)) : String(value);
  const query = url?.split('#')[0]?.split('?')[1];
  if (query === undefined) return undefined;
  const size = Object.entries(spec.parameters.query).filter(([name]) => name === paging.size);
  return splitQuery(query).reduce<RequestSpec>(
    (next, [name, text]) => withParameter(next, { in: 'query', name }, decodeQueryLeniently(text)),
    { ...spec, parameters: { ...spec.parameters, query: Object.fromEntries(size) } },
  );
}

/** The target of `rel="next"` (RFC 8288 section 3). */
function nextLink(link: string): string | undefined {
  return link
    .split(/,\s*(?=<)/)
    .find((each) => /;\s*rel="?[^";]*\bnext\b/i.test(each))
    ?.match(/<([^>]*)>/)?.[1];
}

function valueAt(place: NonNullable<Paging['next']> | NonNullable<Paging['total']>, step: Step): JsonValue | undefined {
  if (place.in === 'body') return getAt(bodyOf(step) ?? null, place.at);
  return step.response ? headerValues(step.response, place.at)[0] : undefined;
}

/** How many records a response says that there are. */
export function totalOf({ total }: Pick<Paging, 'total'>, step: Step): number | undefined {
  const value = total && valueAt(total, step);
  const number = typeof value === 'string' ? /(\d+)$/.exec(value)?.[1] : isNumber(value) ? String(value) : undefined;
  return number === undefined ? undefined : Number(number);
}

/** A list that takes a size and tells neither a position nor a total may have more, as has one whose cursors are nowhere. */
function isLast(operation: ResourceOperation, spec: RequestSpec, step: Step, seen: number): boolean {
  const { paging } = operation;
  if (paging?.style === 'cursor' && paging.next === undefined) return hasMore(paging, step) === false;
  if (paging?.style !== 'none') return true;
  const size = paging.size === undefined ? undefined : sizeIn(paging, paging.size, spec);
  // Nothing that a client can send selects the next page of a full one: without a link to it, it may be there or not.
  const isFull = size !== undefined && (itemsOf(operation, step) ?? 0) >= Number(size);
  if (paging.next !== undefined) return !isFull;
  const total = paging.total?.isAmbiguous ? undefined : totalOf(paging, step);
  if (total !== undefined) return seen >= total;
  return paging.size === undefined || (size !== undefined && !isFull);
}

function sizeIn({ in: place }: Paging, at: string, { parameters, body }: RequestSpec): JsonValue | undefined {
  if (place === 'body') return getAt(body ?? null, at);
  return Object.hasOwn(parameters.query, at) ? parameters.query[at] : undefined;
}

/** What asks for the size of the pages of a list. */
export function sizeSelector(contract: Contract, { operation, paging }: ResourceOperation): Selector | undefined {
  return selectorsOf(contract.document, operation).find(({ at }) => at === paging?.size);
}
