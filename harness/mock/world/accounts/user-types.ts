import { isAccountName } from '../../../openapi/resources/operations/verbs.ts';
import type { TypeWorld } from '../type-world.ts';
import { isIdentity, lastOf, type SignIn } from './sign-in.ts';

/** Which types have the users of a service, by name. */
export interface UserTypes {
  /** The records that stand for users; undefined if the document shows none. */
  readonly users: TypeWorld | undefined;
  /** The singletons that are about whoever is signed in, such as `/me`. */
  readonly personal: ReadonlySet<string>;
  /** Those that show the record of {@link users}, which is then the same. */
  readonly shared: ReadonlySet<string>;
}

const profiles = new WeakMap<TypeWorld, TypeWorld>();

/** The type of what others see of the users, where `/me` shows more than `/users/{userId}`. */
export function profilesOf(users: TypeWorld | undefined): TypeWorld | undefined {
  return users && profiles.get(users);
}

const USER = /^(user|account|customer|member|person|profile|employee)$/;

/** @param isSeeded whether a type has first records of its own */
export function findUserTypes(
  all: readonly TypeWorld[],
  signIns: readonly SignIn[],
  isSeeded: (name: string) => boolean,
): UserTypes {
  const own = all.filter(isPersonal);
  const listed = all.filter(
    (each) => !each.type.singleton && each.above.length === 0 && each.type.item !== undefined && showsIdentity(each),
  );
  const shows = (users: TypeWorld, names: Iterable<string>) =>
    [...names].every((name) => users.shape.representation.names.has(name));
  const isNamed = ({ type, shape }: TypeWorld) =>
    signIns.length > 0 &&
    USER.test(type.words.join(' ')) &&
    signIns.every(({ identities }) => identities.some((each) => shape.representation.names.has(lastOf(each))));
  const found =
    listed.find((each) => own.some(({ shape }) => shows(each, shape.representation.names))) ??
    listed.find((each) => signIns.some(({ user }) => user && shows(each, user.names))) ??
    listed.find(isNamed) ??
    (signIns.length > 0 ? own[0] : undefined);
  const users = own.find((each) => found && isWholeOf(each, found, signIns) && !isSeeded(found.type.name)) ?? found;
  const shared = own.filter(
    (each) => users && each !== users && !isSeeded(each.type.name) && shows(users, each.shape.representation.names),
  );
  const seen = users?.type.singleton
    ? listed.find((each) => shows(users, each.shape.representation.names) && each.type.identifiers.length === 1)
    : undefined;
  if (users && seen) profiles.set(users, seen);
  return { users, personal: namesOf(own), shared: namesOf(shared) };
}

/** True for what shows all that others see of users, and also by what they sign in, such as the e-mail address. */
function isWholeOf({ shape }: TypeWorld, seen: TypeWorld, signIns: readonly SignIn[]): boolean {
  const [whole, part] = [shape, seen.shape].map(({ representation }) => representation.names);
  const isOnlyIn = (name: string) => whole?.has(name) === true && part?.has(name) === false;
  const isMore = signIns.some(({ identities }) => identities.some((each) => isOnlyIn(lastOf(each))));
  return !seen.type.singleton && isMore && [...(part ?? [])].every((name) => whole?.has(name));
}

function isPersonal(each: TypeWorld): boolean {
  const { singleton, parent, item = '' } = each.type;
  return singleton && parent === undefined && isAccountName(item.split('/').at(-1) ?? '') && showsIdentity(each);
}

function showsIdentity({ shape }: TypeWorld): boolean {
  return [...shape.representation.names].some(isIdentity);
}

function namesOf(types: readonly TypeWorld[]): Set<string> {
  return new Set(types.map(({ type }) => type.name));
}
