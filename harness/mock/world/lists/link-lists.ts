import { isObject } from '../../../core/json/index.ts';
import { appendTokens, removeAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { isMadeUpUrl } from '../records/record-links.ts';
import type { PageUrls } from './list-projection.ts';

/** An array of objects such as `{ rel: 'next', href }` beside the items of a list. */
export interface LinkList {
  readonly at: string;
  /** The property of the URL. */
  readonly url: string;
  /** An element that others are like. */
  readonly element: JsonObject;
}

const URL_NAMES = ['href', 'uri', 'url'];
const RELATIONS = new Set(['self', 'first', 'last', 'next', 'prev', 'previous']);
/** `links`, or in an object such as `pagination`. */
const MAX_DEPTH = 2;

/** Finds the array in an example of the body; undefined if there is none that is only about pages. */
export function linkListIn(example: JsonValue, items: string): LinkList | undefined {
  const body = items === '' || !isObject(example) ? undefined : removeAt(example, items);
  return isObject(body) ? search(body, '', 1) : undefined;
}

function search(object: JsonObject, base: string, depth: number): LinkList | undefined {
  for (const [name, value] of Object.entries(object)) {
    const at = appendTokens(base, name);
    const found = isObject(value) && depth < MAX_DEPTH ? search(value, at, depth + 1) : linkList(at, value);
    if (found) return found;
  }
  return undefined;
}

function linkList(at: string, value: JsonValue): LinkList | undefined {
  if (!Array.isArray(value)) return undefined;
  const [element] = value;
  if (!isObject(element)) return undefined;
  const url = URL_NAMES.find((each) => typeof element[each] === 'string');
  return url !== undefined && value.every((each) => isAboutPages(each, url)) ? { at, url, element } : undefined;
}

function isAboutPages(element: JsonValue, url: string): boolean {
  if (!isObject(element)) return false;
  const { rel } = element;
  return typeof rel === 'string' && (RELATIONS.has(rel) || isMadeUpUrl(element[url]));
}

/** The array for a page: all links, or where the document has no more, the one to the page itself. */
export function linkListValues(
  { url, element }: LinkList,
  { self, first, previous: prev, next, last }: PageUrls,
): readonly JsonValue[] {
  const links = Object.entries({ self, first, prev, next, last }).flatMap(([rel, address]) =>
    address === undefined ? [] : [{ ...element, rel, [url]: address }],
  );
  return [links, links.slice(0, 1)];
}
