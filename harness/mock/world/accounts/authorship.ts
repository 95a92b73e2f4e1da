import { getOwn, isObject } from '../../../core/json/index.ts';
import { appendTokens, onlyToken, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import type { ResourceOperation, SchemaProperty } from '../../../openapi/resources/model.ts';
import { singularWords, topName, words } from '../../../openapi/resources/names.ts';
import type { WorldRequest } from '../plan.ts';
import type { PlacedValue } from '../records/draft.ts';
import { topPointer } from '../records/record-shape.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { TypeWorld } from '../type-world.ts';
import type { World } from '../world.ts';
import { isIdentity, lastOf } from './sign-in.ts';
import { nameOfUser, shownIdentifier } from './user-facts.ts';
import { profilesOf } from './user-types.ts';

/** A property of a new record that is about whoever creates it. */
interface AuthorPlace {
  readonly name: string;
  /** What it shows: who it is, or what the record of the user has under a name, in words. */
  readonly shows: { readonly inner: readonly string[] } | { readonly phrase: string } | 'identifier' | 'whoever';
  readonly property: SchemaProperty | undefined;
}

/** What whoever creates a record is to it; not `assignee`, nor `approvedBy`. */
const AUTHOR =
  /^(author|creator|owner|poster|uploader|submitter|reporter|requester|requestor|commenter|sender|organizer|(created|posted|uploaded|submitted|reported|requested|authored|written|added|placed|ordered|booked|sent|owned|invited|opened|raised|recorded|updated|modified|last modified|last updated) by)$/;
/** Who reviews something wrote the review; a pull request has reviewers. */
const REVIEW = /^(review|rating|feedback|testimonial)$/;
/** What may be about somebody else whom the request names. */
const ANY_USER = /^(user|account|customer|member|profile)$/;
const IDENTIFIER = /^(id|uuid|guid)$/;

const known = new WeakMap<TypeWorld, readonly AuthorPlace[]>();

/** The values of a new record that are about whoever sends the request, where the client does not say so itself. */
export function authorValues(world: World, request: WorldRequest, types: TypeWorld, sent: JsonObject): PlacedValue[] {
  const { users } = world.accounts;
  const places = users && users !== types ? placesIn(types, users) : [];
  const user = users && places.length > 0 ? request.sender?.() : undefined;
  if (!users || !user) return [];
  const named = new Set(types.placesOf(request.path).map(([pointer]) => topName(pointer) ?? parsePointer(pointer)[0]));
  return places.flatMap(({ name, shows, property }): PlacedValue[] => {
    const isSaid = isNamedIn(sent, name) && !types.shape.readOnly.includes(topPointer(name));
    const value = isSaid || named.has(name) ? undefined : valueFor(users, user, shows, property);
    const pointer = topPointer(name);
    const whole = isObject(value) ? [value, withOthers(types, name, value)] : value === undefined ? [] : [value];
    const shown = whole.find((each) => types.canShow(pointer, each));
    return shown === undefined ? [] : [[pointer, shown]];
  });
}

/** True for what a request says of `customer`, also by a `customerId`. */
function isNamedIn(sent: JsonObject, name: string): boolean {
  const identifier = [...words(name), 'id'].join(' ');
  return Object.hasOwn(sent, name) || Object.keys(sent).some((each) => words(each).join(' ') === identifier);
}

/** An object with what the record of the user does not say, such as `following` of a profile. */
function withOthers({ examples }: TypeWorld, name: string, value: JsonObject): JsonObject {
  const example = getOwn(examples?.template ?? {}, name);
  return isObject(example) ? { ...example, ...value } : value;
}

/** JSON Pointer of the identifier of whoever created a record. */
export function authorIdentifier(types: TypeWorld, users: TypeWorld): string | undefined {
  if (users === types) return undefined;
  for (const { name, shows, property } of placesIn(types, users)) {
    if (shows === 'identifier' || (shows === 'whoever' && isIdentifier(property))) return topPointer(name);
    const inner = typeof shows === 'object' && 'inner' in shows ? shows.inner : [];
    const own = inner.find((each) => IDENTIFIER.test(words(each).join(' ')));
    if (own !== undefined) return appendTokens('', name, own);
  }
  return undefined;
}

/** True for what has an identifier rather than a name. */
function isIdentifier(property: SchemaProperty | undefined): boolean {
  return property?.format === 'uuid' || !property?.types.includes('string');
}

/** The users, where an operation creates or lists records that show who created them. */
export function authorTypes(
  users: TypeWorld | undefined,
  types: readonly (TypeWorld | undefined)[],
  { creates, role }: ResourceOperation,
): TypeWorld[] {
  const hasAuthor = (each: TypeWorld | undefined) =>
    users && each && users !== each && placesIn(each, users).length > 0;
  return users && (creates || role === 'action' || role === 'list') && types.some(hasAuthor) ? [users] : [];
}

function valueFor(
  users: TypeWorld,
  user: StoredRecord,
  shows: AuthorPlace['shows'],
  property: SchemaProperty | undefined,
): JsonValue | undefined {
  if (shows === 'identifier') return shownIdentifier(users, user);
  if (shows === 'whoever') return isIdentifier(property) ? shownIdentifier(users, user) : nameOfUser(user.value);
  if ('phrase' in shows) return textOf(user.value, shows.phrase);
  const entries = shows.inner.flatMap((name) => {
    const phrase = words(name).join(' ');
    const own = IDENTIFIER.test(phrase) ? shownIdentifier(users, user) : undefined;
    const value = getOwn(user.value, name) ?? own ?? textOf(user.value, phrase);
    return value === undefined ? [] : [[name, value] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function textOf(user: JsonObject, phrase: string): JsonValue | undefined {
  const name = Object.keys(user).find((each) => words(each).join(' ') === phrase);
  return name === undefined ? (/^(full |display )?name$/.test(phrase) ? nameOfUser(user) : undefined) : user[name];
}

function placesIn(types: TypeWorld, users: TypeWorld): readonly AuthorPlace[] {
  const found = known.get(types);
  if (found) return found;
  const { properties, names } = types.shape.representation;
  const places = [...names].flatMap((name): AuthorPlace[] => {
    const property = properties.find(({ pointer }) => pointer === topPointer(name));
    const shows = property?.enumerated ? undefined : shownBy(name, types, users);
    return shows === undefined ? [] : [{ name, shows, property }];
  });
  known.set(types, places);
  return places;
}

/** What a property shows of whoever creates the record; undefined for one that is about something else. */
function shownBy(name: string, types: TypeWorld, users: TypeWorld): AuthorPlace['shows'] | undefined {
  const all = words(name);
  const length = all.findLastIndex((_, index) => isAuthor(all.slice(0, index + 1), types, users)) + 1;
  if (length === 0 || namesOther(name, types, users)) return undefined;
  const rest = all.slice(length).join(' ');
  if (IDENTIFIER.test(rest)) return 'identifier';
  // `userCount` is no count of whoever it is.
  if (rest !== '')
    return [...users.shape.representation.names, 'name'].some((each) => words(each).join(' ') === rest)
      ? { phrase: rest }
      : undefined;
  const inner = types.shape.representation.properties.flatMap(({ pointer }) => {
    const [own, below, ...deeper] = parsePointer(pointer);
    return own === name && below !== undefined && deeper.length === 0 ? [below] : [];
  });
  return inner.length > 0 ? { inner } : 'whoever';
}

function isAuthor(role: readonly string[], types: TypeWorld, users: TypeWorld): boolean {
  const phrase = role.join(' ');
  if (AUTHOR.test(phrase)) return true;
  if (phrase === 'reviewer') return REVIEW.test(types.type.words.at(-1) ?? '');
  const isNamed = namesOf(users).has(phrase) && (users.type.singleton || ANY_USER.test(phrase));
  return (phrase === 'user' || isNamed) && !describesUser(types);
}

/** The words for the users: `customer`, if `/me` shows a Customer. */
function namesOf({ type, shape }: TypeWorld): Set<string> {
  const components = shape.representation.schemas.map((pointer) => words(pointer.split('/').at(-1) ?? '').join(' '));
  return new Set([type.words.join(' '), ...components].map((each) => singularWords(each.split(' ')).join(' ')));
}

/** True for records of whom the request names by an e-mail address, say: members, or bookings by the staff. */
function describesUser({ type }: TypeWorld): boolean {
  const sent = type.operations.flatMap(({ creates, request }) => (creates ? (request?.properties ?? []) : []));
  return sent.some(({ pointer }) => !pointer.includes('/*') && isIdentity(lastOf(pointer)));
}

/** True for a property that names a record of another type than the users; not for a profile that has the name of the user. */
function namesOther(name: string, { type }: TypeWorld, users: TypeWorld): boolean {
  const isAt = (at: string) => onlyToken(at) === name || parsePointer(at)[0] === name;
  const people = [users, profilesOf(users)].map((each) => each?.type.name);
  return type.references.some(({ at, resource }) => isAt(at) && !people.includes(resource) && !isIdentity(lastOf(at)));
}
