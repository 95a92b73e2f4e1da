import { nameKey, singularWords, words } from '../names.ts';

/** Properties that hold the record and nothing else. */
const ITEM_ENVELOPES = new Set([
  ...['data', 'item', 'result', 'record', 'resource', 'entity', 'payload', 'object', 'response'],
]);
/** As {@link ITEM_ENVELOPES}, with an identifier beside it (Flask-AppBuilder); an `item` is rather another record. */
const IDENTIFIED_ENVELOPES = new Set(['data', 'result', 'record', 'payload', 'response']);
/** As {@link ITEM_ENVELOPES}, for one item of a list (Relay, OData, FHIR). */
const NESTED_ITEM_ENVELOPES = new Set(['node', 'resource', 'item']);
const LIST_ENVELOPES = new Set([
  ...['data', 'item', 'result', 'record', 'resource', 'entity', 'element', 'entry', 'row', 'list', 'value', 'hit'],
  ...['node', 'edge', 'content', 'member', 'payload', 'collection', 'object', 'hydramember'],
]);
/** Objects around the array of a list, as in HAL or `{ data: { items: [] } }`. */
const OUTER_LIST_ENVELOPES = new Set(['data', 'embedded', 'result', 'response', 'payload']);
/** Properties beside an envelope that are about the exchange. */
const METADATA = new Set([
  ...['meta', 'metadata', 'link', 'jsonapi', 'included', 'error', 'status', 'success', 'message', 'code', 'timestamp'],
  ...['statuscode', 'requestid', 'warning', 'ok'],
]);
const PAGING_METADATA =
  /total|count|page|pagination|limit|offset|size|next|prev|more|cursor|token|first|last|incomplete/;
const IDENTITY = new Set(['id', 'uuid', 'guid']);

/** True if an object with these properties is a record itself: it has an id. */
export function hasIdentity(names: Iterable<string>): boolean {
  for (const name of names) if (IDENTITY.has(words(name).join(''))) return true;
  return false;
}

/** True if an object with these properties is a record of the type, as {@link hasIdentity} or by an id with its name: `orderId`. */
export function hasOwnIdentity(names: readonly string[], resource: readonly string[]): boolean {
  const own = singularWords(resource).join('');
  return (
    hasIdentity(names) || names.some((name) => own !== '' && IDENTITY.has(withoutStart(words(name).join(''), own)))
  );
}

function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : '';
}

/** True if a property is named after the resource type, or after the last word of its name. */
export function isNamedAfter(name: string, resource: readonly string[]): boolean {
  const key = nameKey(name);
  const own = singularWords(resource);
  return own.length > 0 && (key === own.join('') || key === own.at(-1));
}

export function isMetadata(name: string): boolean {
  return METADATA.has(nameKey(name));
}

export function isPagingMetadata(name: string): boolean {
  return isMetadata(name) || PAGING_METADATA.test(nameKey(name));
}

/** True for a property with a general name for the record in it, such as `data`. */
export function isItemEnvelope(name: string, inList: boolean): boolean {
  return (inList ? NESTED_ITEM_ENVELOPES : ITEM_ENVELOPES).has(nameKey(name));
}

/** True for a property with a general name for the record in it, beside an identifier. */
export function isIdentifiedEnvelope(name: string): boolean {
  return IDENTIFIED_ENVELOPES.has(nameKey(name));
}

export function isListEnvelope(name: string): boolean {
  return LIST_ENVELOPES.has(nameKey(name));
}

export function isOuterListEnvelope(name: string): boolean {
  return OUTER_LIST_ENVELOPES.has(nameKey(name));
}
