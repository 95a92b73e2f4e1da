import { parsePointer } from '../../../core/json/pointer.ts';
import type { TypeName } from '../../schema/instance-types.ts';
import type { SchemaProperty } from '../model.ts';
import { singularWords, topName, words } from '../names.ts';
import { compatible } from '../representations/schema-properties.ts';

/** Words that identify a record, most usual first. */
const ID_WORDS = ['id', 'uuid', 'guid', 'identifier', 'pk', 'oid', 'uid'];
/** Words of keys that people choose. */
const NATURAL_KEYS = ['slug', 'key', 'code', 'username', 'login', 'handle', 'number', 'name', 'sku', 'email'];
/** Words that closely follow what they identify: `{inviteToken}` of an invitation is its `token`. */
const CLOSING_KEYS = ['token', 'hash', 'reference', 'ref'];

/** Words that say no more of a record than that it is one: the `{contextField}` of a context. */
const KIND_WORDS = ['field', 'record', 'item', 'entry', 'object', 'entity', 'resource'];

/** True if the words end with one that identifies a record by a generated value, e.g. `authorId`. */
export function endsWithId(list: readonly string[]): boolean {
  const last = list.at(-1);
  return last !== undefined && ID_WORDS.includes(last.replace(/s$/, ''));
}

/** The words without a closing `id`; `bookid` in one word too. */
export function withoutId(list: readonly string[]): readonly string[] {
  if (endsWithId(list)) return list.slice(0, -1);
  const last = list.at(-1) ?? '';
  return /^[a-z]{3,}ids?$/.test(last) ? [...list.slice(0, -1), last.replace(/ids?$/, '')] : list;
}

/** True for `id` or `ids` alone, or no name at all. */
export function isIdAlone(list: readonly string[]): boolean {
  return withoutId(list).length === 0;
}

/** True for the words of a name, without `id`, of the record of the same type that is above one, or that it replies to. */
export function isParentName(stem: readonly string[]): boolean {
  return stem.join(' ') === 'parent' || isReplyName(stem);
}

/** True for `replyTo`, `inReplyTo` and `repliesTo`, without `id`. */
export function isReplyName(stem: readonly string[]): boolean {
  return /^(in )?repl(y|ies) to$/.test(stem.join(' '));
}

/** True for the words, without `id`, that say no more than how another record of the same type is to one. */
export function isRelationName(stem: readonly string[]): boolean {
  return isParentName(stem) || /^(previous|predecessor|successor)$/.test(stem.join(' '));
}

/** The property in which a record names another one of its type: `parentId`, `replyTo`, `parentCommentId`. */
export function ownTypeProperty(
  properties: readonly SchemaProperty[],
  resource: readonly string[],
): SchemaProperty | undefined {
  const own = singularWords(resource).join(' ');
  return properties.find(({ pointer, types, format }) => {
    const name = words(topName(pointer) ?? '');
    const stem = withoutId(name);
    const isId =
      stem.length < name.length &&
      stem.length > singularWords(resource).length &&
      ` ${stem.join(' ')}`.endsWith(` ${own}`);
    const isScalarId =
      types.includes('integer') || (types.includes('string') && (stem.length < name.length || !!format));
    return (isParentName(stem) || isId) && isScalarId;
  });
}

/** What an identifier looks like in a path: its name, and the types of its schema. */
export interface IdentifierShape {
  readonly name: string;
  readonly types: readonly TypeName[];
  /** The name that it has in records, where that is another one. */
  readonly shownAs?: string | undefined;
}

/**
 * The property of a record that has the value of an identifier: named like it (`bookId`), without the name of the type (`id`), or with it.
 * One of the same type wins over one that is only written alike, such as an integer for a string.
 */
export function identifyingProperty(
  properties: readonly SchemaProperty[],
  identifier: IdentifierShape,
  resource: readonly string[],
): SchemaProperty | undefined {
  const names = candidateNames(words(identifier.shownAs ?? identifier.name), singularWords(resource));
  const byName = indexByName(properties);
  const found = names.flatMap((name) => byName.get(name) ?? []);
  return (
    found.find(({ types }) => compatible(types, identifier.types)) ??
    found.find(({ types }) => isScalar(types) && isScalar(identifier.types))
  );
}

/**
 * The property of a request that has the identifier of the record itself. Of a record that shows its `id`, a `name` in the
 * request is a name, although `/customers/{customer}` might take it.
 */
export function sentIdentifier(
  properties: readonly SchemaProperty[],
  identifier: IdentifierShape,
  resource: readonly string[],
  shown: readonly (readonly SchemaProperty[])[],
): SchemaProperty | undefined {
  const sent = identifyingProperty(properties, identifier, resource);
  if (sent === undefined || isNaturalKey(identifier.name) || !isNaturalKey(lastName(sent))) return sent;
  const isShownElsewhere = shown.some((record) => {
    const found = identifyingProperty(record, identifier, resource);
    return found !== undefined && found.pointer !== sent.pointer;
  });
  return isShownElsewhere ? undefined : sent;
}

/** Whether a body is nothing but an identifier, as some creations respond. */
export function isIdentifierAlone(
  [only]: readonly SchemaProperty[],
  { types, format }: IdentifierShape & { readonly format?: string | undefined },
): boolean {
  return only?.pointer === '' && !only.enumerated && compatible(only.types, types) && only.format === format;
}

function lastName({ pointer }: SchemaProperty): string {
  return parsePointer(pointer).at(-1) ?? '';
}

/** Representations of the same schema share their list of properties, so that each list is indexed once. */
const indexes = new WeakMap<readonly SchemaProperty[], ReadonlyMap<string, SchemaProperty>>();

function indexByName(properties: readonly SchemaProperty[]): ReadonlyMap<string, SchemaProperty> {
  const known = indexes.get(properties);
  if (known) return known;
  const index = new Map<string, SchemaProperty>();
  for (const property of properties) {
    const key = pathKey(property.pointer);
    if (key !== undefined && !index.has(key)) index.set(key, property);
  }
  indexes.set(properties, index);
  return index;
}

/** The property that identifies a record of a type without an item path. */
export function keyProperty(
  properties: readonly SchemaProperty[],
  resource: readonly string[],
): SchemaProperty | undefined {
  for (const name of ['id', 'slug', 'key', 'code', 'username', 'login', 'handle', 'number', 'sku']) {
    const found = identifyingProperty(properties, { name, types: ['string', 'integer'] }, resource);
    if (found) return found;
  }
  return undefined;
}

/** Keys of the names that a property with the identifier may have, best first; `/` separates nested ones. */
function candidateNames(own: readonly string[], resource: readonly string[]): string[] {
  const type = resource.join('');
  const last = resource.at(-1) ?? type;
  const key = own.join('');
  const rest = restAfter(key, type) ?? restAfter(key, last);
  const names = [key];
  if (rest !== undefined && rest !== '') names.push(rest);
  // JSON:API has the keys that people choose among the attributes.
  for (const name of [rest ?? '', key]) if (NATURAL_KEYS.includes(name)) names.push(`attributes/${name}`);
  const general =
    rest === '' || KIND_WORDS.includes(rest ?? '')
      ? [...ID_WORDS, ...NATURAL_KEYS]
      : ID_WORDS.includes(rest ?? key)
        ? ID_WORDS
        : [];
  for (const name of general) names.push(name, `${type}${name}`, `${last}${name}`);
  if (general.length === 0) names.push(`${type}${key}`, `${last}${key}`);
  else names.push('entityid');
  for (const inner of [...ID_WORDS, ...NATURAL_KEYS]) names.push(`${withoutId(own).join('')}/${inner}`);
  // The `{key}` of a path is not always called so in the record.
  if (key === 'key') names.push(...ID_WORDS.flatMap((name) => [name, `${type}${name}`, `${last}${name}`]));
  // The index of a path counts the records above which it is unique, such as the issues of a repository.
  if (key === 'index') names.push('number');
  const closing = own.at(-1) ?? key;
  if ([ID_WORDS, NATURAL_KEYS, CLOSING_KEYS].some((each) => each.includes(closing))) names.push(closing);
  return names;
}

function restAfter(key: string, prefix: string): string | undefined {
  return prefix !== '' && key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}

/** `/authorId` gives `authorid`, `/owner/login` gives `owner/login`; undefined within arrays or deeper. */
function pathKey(pointer: string): string | undefined {
  const path = parsePointer(pointer);
  if (path.length > 2 || path.includes('*')) return undefined;
  return path.map((token) => words(token).join('')).join('/');
}

function isScalar(types: readonly TypeName[]): boolean {
  return compatible(types, ['string', 'number']);
}

/** True if a person chooses the values of the identifier, as with `slug` or `username`. */
export function isNaturalKey(name: string): boolean {
  const last = words(name).at(-1);
  return last !== undefined && NATURAL_KEYS.includes(last);
}

/** True for a name that identifies records of many types, such as `id`, `slug` or `name`. */
export function isGeneralName(name: string): boolean {
  const stem = withoutId(words(name));
  return stem.length === 0 || (stem.length === 1 && isNaturalKey(name) && stem[0] !== 'username');
}

/** Whether two names of a parameter can mean one identifier: `id` and `bookId` of a book do, `name` and `token` of a token need not. */
export function mayBeSame(first: string, second: string, resource: readonly string[]): boolean {
  const [a, b] = [first, second].map((name) => ownPart(name, resource));
  return a === b;
}

/** What a name says beside the resource and that it is an identifier. */
function ownPart(name: string, resource: readonly string[]): string {
  const own = withoutId(words(name)).join('');
  return restAfter(own, resource.join('')) ?? restAfter(own, resource.at(-1) ?? '') ?? own;
}
