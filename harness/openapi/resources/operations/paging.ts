import { isNumber } from '../../../core/json/decimal.ts';
import { isObject } from '../../../core/json/index.ts';
import { escapeToken } from '../../../core/json/pointer.ts';
import type { Operation } from '../../../core/model.ts';
import { words } from '../names.ts';
import { type Described, isNamedWithRecords, isToldEnd, isToldTotal } from '../prose/pages.ts';
import { type RepresentationReader, successResponse } from '../representations/representation.ts';
import { compatible, type SchemaView } from '../representations/schema-properties.ts';
import type { NextPage, PageFact, Paging } from './page-facts.ts';
import {
  AFTER,
  BEGIN,
  COUNT,
  CURRENT,
  CURSOR,
  END,
  FIRST,
  LAST,
  MORE,
  NEXT,
  NEXT_URL,
  OFFSET,
  PAGE,
  PAGE_OBJECTS,
  PAGES,
  PREVIOUS,
  PREVIOUS_CURSOR,
  RANGE_ENDS,
  SELECTED,
  SELF,
  SIZE,
  TOTAL,
  TOTAL_HEADERS,
} from './page-names.ts';
import { type Selector, selectorsOf } from './selectors.ts';

/** What a header such as `X-Total-Pages` says of a page; undefined if nothing. */
export function headerFact(name: string): PageFact['kind'] | 'total' | undefined {
  const key = words(name).join('');
  if (TOTAL_HEADERS.has(key)) return 'total';
  return key.startsWith('x') ? numberFact(key.replace(/^x(pagination)?/, '')) : undefined;
}

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

function readPlaces(
  operation: Operation,
  items: string,
  reader: RepresentationReader,
): Pick<Paging, 'total' | 'next' | 'facts'> {
  const body = reader.body(operation);
  const places = body ? pagePlaces(body, items, reader) : [];
  const totals = places.filter(({ key, view }) => isTotal(key, items) && compatible(view.types, ['integer']));
  // Beside a total, a count is that of the page.
  const total = totals.find(({ key }) => !COUNT.has(key)) ?? totals[0];
  const next = places.find(({ key, view }) => NEXT.test(key) && compatible(view.types, ['string', 'number']));
  const headers = successResponse(operation)?.headers ?? [];
  const totalHeader = headers.find(({ name }) => TOTAL_HEADERS.has(words(name).join('')));
  const link = headers.find(({ name }) => name.toLowerCase() === 'link');
  const isUrl = next && (NEXT_URL.test(next.key) || next.view.format?.startsWith('ur'));
  return {
    total: total
      ? {
          in: 'body',
          at: total.pointer,
          isAmbiguous: COUNT.has(total.key) && !isToldTotal(reader.document, operation, described(total)),
        }
      : totalHeader && { in: 'header', at: totalHeader.name, isAmbiguous: false },
    next: next
      ? {
          in: 'body',
          at: next.pointer,
          kind: isUrl ? 'url' : 'cursor',
          ...toldOf(reader, operation, described(next)),
        }
      : link && {
          in: 'header',
          at: link.name,
          kind: 'url',
          ...toldOf(reader, operation, { name: link.name, pointers: [link.pointer] }),
        },
    facts: places.flatMap(({ key, pointer, view }): PageFact[] => {
      const isRead = pointer === total?.pointer || pointer === next?.pointer;
      const kind = isRead ? undefined : (factOf(key, view) ?? numberBeside(key, view, places));
      return kind === undefined ? [] : [{ kind, at: pointer }];
    }),
  };
}

function toldOf(
  { document }: RepresentationReader,
  operation: Operation,
  property: Described,
): Pick<NextPage, 'ends' | 'hasRecords'> {
  return {
    ends: isToldEnd(document, operation, property),
    hasRecords: isNamedWithRecords(document, operation, property),
  };
}

function factOf(key: string, { types }: SchemaView): PageFact['kind'] | undefined {
  if (types.includes('boolean')) return flagFact(key);
  if (PREVIOUS.test(key)) return 'previous';
  if (PREVIOUS_CURSOR.test(key)) return 'previous-cursor';
  if (SELF.has(key)) return 'self';
  if (types.includes('string') && CURRENT.test(key)) return 'self';
  if (types.includes('string') && FIRST.test(key)) return 'first';
  if (types.includes('string') && LAST.test(key)) return 'last';
  return compatible(types, ['integer']) ? numberFact(key) : undefined;
}

/** The `number` of a page beside the number of pages, as Spring has it. */
function numberBeside(key: string, { types }: SchemaView, places: readonly Place[]): PageFact['kind'] | undefined {
  const isNumber = key === 'number' && compatible(types, ['integer']);
  return isNumber && places.some((each) => each.key === 'totalpages') ? 'page' : undefined;
}

function flagFact(key: string): PageFact['kind'] | undefined {
  if (MORE.has(key)) return 'more';
  if (END.has(key)) return 'end';
  if (BEGIN.has(key)) return 'begin';
  return key === 'empty' ? 'empty' : undefined;
}

function numberFact(key: string): PageFact['kind'] | undefined {
  if (PAGES.has(key)) return 'pages';
  if (SELECTED.test(key)) return 'total';
  if (COUNT.has(key)) return 'count';
  if (SIZE.has(key)) return 'size';
  if (OFFSET.has(key)) return 'offset';
  return PAGE.has(key) ? 'page' : undefined;
}

/** `articlesCount` counts too, beside `articles`. */
function isTotal(key: string, items: string): boolean {
  const name = words(items.slice(items.lastIndexOf('/') + 1)).join('');
  return TOTAL.has(key) || (name !== '' && (key === `${name}count` || key === `total${name}`));
}

/** The properties beside the array of items, and those of the objects there that are about the page. */
function pagePlaces(body: SchemaView, items: string, reader: RepresentationReader): Place[] {
  const outer = placesIn(body, '', reader);
  const objects = outer.filter(({ key, pointer }) => PAGE_OBJECTS.has(key) || items.startsWith(`${pointer}/`));
  return [...outer, ...objects.flatMap(({ pointer, view }) => placesIn(view, pointer, reader))];
}

interface Place {
  readonly name: string;
  readonly key: string;
  readonly pointer: string;
  readonly view: SchemaView;
}

function placesIn(object: SchemaView, base: string, reader: RepresentationReader): Place[] {
  return [...object.properties].map(([name, { schemas }]) => ({
    name,
    key: words(name).join(''),
    pointer: `${base}/${escapeToken(name)}`,
    view: reader.schemas.view(schemas, 'response'),
  }));
}

function described({ name, view: { pointers } }: Place): Described {
  return { name, pointers };
}
