import { isNumber } from '../../../core/json/decimal.ts';
import { isObject } from '../../../core/json/index.ts';
import type { Operation } from '../../../core/model.ts';
import { words } from '../names.ts';
import type { RepresentationReader } from '../representations/representation.ts';
import type { Paging } from './page-facts.ts';
import { AFTER, CURSOR, OFFSET, PAGE, RANGE_ENDS, SIZE } from './page-names.ts';
import { readPlaces } from './page-places.ts';
import { type Selector, selectorsOf } from './selectors.ts';

/** True for the name of what selects a page. */
export function isPagingParameter(name: string): boolean {
  const key = keyOf(name);
  return [SIZE, OFFSET, PAGE, CURSOR, AFTER].some((names) => names.has(key));
}

/** The name in one word; what `pagination[pageSize]` is in its brackets. */
function keyOf(name: string): string {
  return words(name)
    .join('')
    .replace(/^pagination(?=.)/, '');
}

/** How a list is read in pages: its parameters, and where the response has the items, their number and the next page. */
export function readPaging(operation: Operation, items: string, reader: RepresentationReader): Paging {
  const selectors = selectorsOf(reader.document, operation).filter((each) => mayPage(each, reader));
  const byPlace = (['query', 'body'] as const).map((place) => selectors.filter((each) => each.in === place));
  const own = byPlace.find((each) => isPaging(readPosition(each.map(({ name }) => name)))) ?? [];
  const { style, size, position } = readPosition(own.map(({ name }) => name));
  const named = (name: string | undefined) => own.find((each) => each.name === name);
  const page = named(position);
  const places = readPlaces(operation, items, reader);
  const isAfter = style === 'cursor' && page !== undefined && isAfterRecord(page, size, places, reader);
  return {
    ...{ style: isAfter ? 'after' : style, in: own[0]?.in ?? 'query', size: named(size)?.at, position: page?.at },
    first: page && (style === 'page' || style === 'offset') ? firstPosition(page, reader, style) : undefined,
    items,
    ...places,
  };
}

/** A number in `after` where no response has a cursor, and tells whether more follow, is that of a record. */
function isAfterRecord(
  { name, schema }: Selector,
  size: string | undefined,
  { next, facts }: Pick<Paging, 'next' | 'facts'>,
  reader: RepresentationReader,
): boolean {
  if (keyOf(name) !== 'after' || size === undefined || schema === undefined || next !== undefined) return false;
  const { types } = reader.schemas.view([schema], 'request');
  return types.length === 1 && types[0] === 'integer' && facts.some(({ kind }) => kind === 'more');
}

function isPaging({ size, position }: Pick<Paging, 'size' | 'position'>): boolean {
  return size !== undefined || position !== undefined;
}

/** Ways to select a page; the first that the parameters have is meant. */
const STYLES = ['cursor', 'after', 'offset', 'page'] as const;

/** Finds the names of what selects a page. */
export function readPosition(names: readonly string[]): Pick<Paging, 'style' | 'size' | 'position'> {
  const keys = new Set(names.map(keyOf));
  const isOfRange = (key: string) => keys.has(RANGE_ENDS.get(key) ?? '');
  const find = (known: ReadonlySet<string>) => names.find((name) => known.has(keyOf(name)) && !isOfRange(keyOf(name)));
  const found = { cursor: find(CURSOR), after: find(AFTER), offset: find(OFFSET), page: find(PAGE) };
  const style = STYLES.find((each) => found[each] !== undefined) ?? 'none';
  // Some take `page` and `pageSize` or else `offset` and `limit`.
  const sizes = names.filter((name) => SIZE.has(keyOf(name)));
  const size = sizes.find((name) => keyOf(name).includes('page') === (style === 'page')) ?? sizes[0];
  return { style, size, position: style === 'none' ? undefined : found[style] };
}

/** False for `page` in `page[number]=2`, which is no number itself, and for a date: `from=2026-01-01` is no position. */
function mayPage({ schema }: Selector, reader: RepresentationReader): boolean {
  if (schema === undefined) return true;
  const { types, format } = reader.schemas.view([schema], 'request');
  const isObjectOnly = types.length > 0 && types.every((type) => type === 'object' || type === 'null');
  return !isObjectOnly && !format?.startsWith('date');
}

/** Pages are counted from 1 and items from 0, unless the document gives another default or minimum, as SCIM's `startIndex` has. */
function firstPosition({ schema }: Selector, reader: RepresentationReader, style: 'page' | 'offset'): number {
  const value = schema === undefined ? undefined : reader.document.resolve(schema).value;
  const bound = isObject(value) ? (value['default'] ?? value['minimum']) : undefined;
  const first = [0, 1].find((each) => bound !== undefined && isNumber(bound) && String(bound) === String(each));
  return first ?? (style === 'page' ? 1 : 0);
}
