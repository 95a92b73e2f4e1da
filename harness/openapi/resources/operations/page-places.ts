import { escapeToken } from '../../../core/json/pointer.ts';
import type { Operation } from '../../../core/model.ts';
import { words } from '../names.ts';
import { type Described, isNamedWithRecords, isToldEnd, isToldTotal } from '../prose/pages.ts';
import { type RepresentationReader, successResponse } from '../representations/representation.ts';
import { compatible } from '../representations/schema-properties.ts';
import type { SchemaView } from '../representations/schema-view.ts';
import type { NextPage, PageFact, Paging } from './page-facts.ts';
import {
  BEGIN,
  COUNT,
  CURRENT,
  CURRENT_CURSOR,
  CURSOR_OBJECTS,
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
  SELECTED,
  SELF,
  SIZE,
  TOTAL,
  TOTAL_HEADERS,
} from './page-names.ts';

/** What a header such as `X-Total-Pages` says of a page; undefined if nothing. */
export function headerFact(name: string): PageFact['kind'] | 'total' | undefined {
  const key = words(name).join('');
  if (TOTAL_HEADERS.has(key)) return 'total';
  return key.startsWith('x') ? numberFact(key.replace(/^x(pagination)?/, '')) : undefined;
}

/** Where a response has the number of all items, the next page, and what it says of the page. */
export function readPlaces(
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
  if (key.startsWith('next') && NEXT.test(key) && compatible(types, ['string', 'number']))
    return NEXT_URL.test(key) ? 'next' : 'next-cursor';
  if (CURRENT_CURSOR.test(key)) return 'self-cursor';
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

/** The properties beside the array of items, and those of the objects there that are about the page, as in `meta.cursors`. */
function pagePlaces(body: SchemaView, items: string, reader: RepresentationReader): Place[] {
  const outer = placesIn(body, '', reader);
  const objects = outer.filter(({ key, pointer }) => PAGE_OBJECTS.has(key) || items.startsWith(`${pointer}/`));
  const within = (place: Place) => {
    const inner = placesIn(place.view, place.pointer, reader);
    return CURSOR_OBJECTS.has(place.key) ? inner.map(asCursor) : inner;
  };
  const middle = objects.flatMap(within);
  const inside = middle.filter(({ key, view }) => PAGE_OBJECTS.has(key) && view.types.includes('object'));
  return [...outer, ...middle, ...inside.flatMap(within)];
}

/** `next` in `cursors` is a cursor, as `nextCursor` is elsewhere. */
function asCursor(place: Place): Place {
  return NEIGHBORS.has(place.key) ? { ...place, key: `${place.key}cursor` } : place;
}

const NEIGHBORS = new Set(['next', 'previous', 'prev', 'current']);

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
