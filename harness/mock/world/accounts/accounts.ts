import { isObject } from '../../../core/json/index.ts';
import { removeAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../../core/model.ts';
import { listsStatus } from '../../../core/operation.ts';
import type { ReceivedRequest } from '../../../core/received-request.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { credentialsFor } from '../../../openapi/request/security.ts';
import type { ResourceOperation } from '../../../openapi/resources/model.ts';
import { words } from '../../../openapi/resources/names.ts';
import { isSignOutOfAll } from '../../../openapi/resources/operations/endings.ts';
import { OF_USER } from '../records/record-paths.ts';
import { NO_PATH, type RecordOrigin, type RecordPath, type StoredRecord } from '../records/stored-record.ts';
import type { TypeWorld } from '../type-world.ts';
import type { World, WorldOperation } from '../world.ts';
import { publishUsers } from './profiles.ts';
import { Sessions } from './sessions.ts';
import { identitiesIn, isIdentity } from './sign-in.ts';
import { newIdentifier } from './user-facts.ts';
import type { UserTypes } from './user-types.ts';

/** The users of a service, and whose record `/me` and the like are for a request. */
export class Accounts {
  readonly sessions: Sessions;
  private readonly world: World;
  private readonly types: UserTypes;
  private readonly contract: Contract;
  private readonly isForUsers: (operation: Operation) => boolean;
  /** Paths of the users of visitors, by their numbers. */
  private readonly visiting = new Map<number, RecordPath>();
  /** The user of requests without a token of a sign-in. */
  private first: RecordPath | undefined;
  private hasEnded = false;

  constructor(
    world: World,
    types: UserTypes,
    { contract, isForUsers }: { readonly contract: Contract; readonly isForUsers: (operation: Operation) => boolean },
    sessions = new Sessions(),
  ) {
    this.world = world;
    this.types = types;
    this.contract = contract;
    this.isForUsers = isForUsers;
    this.sessions = sessions;
  }

  /** Undefined if the document shows no users. */
  get users(): TypeWorld | undefined {
    return this.types.users;
  }

  /** The users that an operation on a singleton such as `/me` is about. */
  shownAs({ resource = '' }: ResourceOperation): TypeWorld | undefined {
    return this.types.shared.has(resource) ? this.types.users : undefined;
  }

  /** The path of a request with who sends it, and the record that it is about if that is the sender's own. */
  withSender(path: RecordPath, found: WorldOperation, request: ReceivedRequest): RecordPath {
    publishUsers(this.users);
    const own = this.ownPath(found, request);
    const user = this.world.hasSenders ? this.keyOfSender(found.operation, request) : undefined;
    if (!own && user === undefined) return path;
    // The identifier of a record itself is the last one of its path.
    return new Map([...(user === undefined ? [] : [[OF_USER, user] as const]), ...path, ...(own ?? [])]);
  }

  /** The path of the record of whoever sends a request. @returns undefined if the operation is about another record, or the only one */
  private ownPath({ operation, types }: WorldOperation, request: ReceivedRequest): RecordPath | undefined {
    const { users, personal, shared } = this.types;
    const name = operation.resource ?? '';
    if (!users || !personal.has(name)) return undefined;
    const signedIn = this.sessions.of(request)?.user ?? this.visitingUser(operation.operation, request);
    if (shared.has(name)) return signedIn ?? this.firstOf(users);
    return signedIn === undefined || types === users ? signedIn : this.copyOf(users, signedIn, types);
  }

  /** What tells one sender of requests from others; undefined for one who has not signed in. */
  private keyOfSender({ operation }: ResourceOperation, request: ReceivedRequest): string | undefined {
    const user = this.sessions.of(request)?.user;
    if (user) return this.users?.paths.keyIn(user);
    const number = this.visitorOf(operation, request);
    return number === undefined ? undefined : `visitor ${number}`;
  }

  /** The number of whoever has the credentials of a request, where the document has no sign-in that gives any. */
  private visitorOf(operation: Operation, request: ReceivedRequest): number | undefined {
    if (this.world.signIns.size > 0) return undefined;
    const [given] = credentialsFor(this.contract, operation, request);
    return given && this.sessions.visitors.numberOf(...given);
  }

  /** The user that a visitor is, after the first one. */
  private visitingUser(operation: Operation, request: ReceivedRequest): RecordPath | undefined {
    const { users } = this;
    const number = users?.isPrepared ? this.visitorOf(operation, request) : undefined;
    if (!users || number === undefined || number === 0) return undefined;
    const known = this.visiting.get(number);
    if (known && users.store.get(users.paths.keyIn(known) ?? '')) return known;
    const taken = [this.firstOf(users), ...this.visiting.values()].map((each) => users.paths.keyIn(each));
    const { path } = users.store.list().find(({ key }) => !taken.includes(key)) ?? this.add(users, {}, 'made-up');
    this.visiting.set(number, path);
    return path;
  }

  /** The user who sends a request: whose token it has, or the first one if the operation is for those who are signed in. */
  senderOf({ operation }: ResourceOperation, request: ReceivedRequest): StoredRecord | undefined {
    const { users } = this.types;
    if (!users?.isPrepared) return undefined;
    const session = this.sessions.of(request);
    const other = () => this.visitingUser(operation, request) ?? this.firstOf(users);
    const path = session ? session.user : this.isForUsers(operation) ? other() : undefined;
    return path && users.store.get(users.paths.keyIn(path) ?? '');
  }

  /** True if a request has a token that a sign-out has ended, and the operation takes none such. */
  hasEndedFor(operation: Operation, request: ReceivedRequest): boolean {
    const { signIns, refreshes } = this.world;
    if (!this.sessions.hasEnded(request) || signIns.has(operation.id) || refreshes.has(operation.id)) return false;
    return this.isForUsers(operation) || listsStatus(operation, 401);
  }

  /** Ends the session of the token that a sign-out has or sends. */
  signOut(operation: Operation, request: ReceivedRequest, body: JsonValue | undefined): void {
    const sent = Object.values(isObject(body) ? body : {}).filter((each) => typeof each === 'string');
    const session = this.sessions.named(sent) ?? this.sessions.of(request);
    if (session) this.sessions.end(session, isSignOutOfAll(operation));
  }

  /** Notes that a user has deleted the own account: requests without a token are then nobody's. */
  noteDeletion({ operation }: WorldOperation, request: ReceivedRequest): void {
    const isOwn = operation.role === 'delete' && this.types.shared.has(operation.resource ?? '');
    if (isOwn && !this.sessions.of(request)) this.hasEnded = true;
  }

  /** Finds the user whom a request names. */
  find(users: TypeWorld, sent: JsonObject): StoredRecord | undefined {
    this.world.finder.enterAll(users);
    const wanted = identitiesIn(sent);
    return users.store.list().find(({ value }) => identitiesIn(value).some((each) => wanted.includes(each)));
  }

  /** Adds the user that a request describes; what it does not say of one who signs in is made up. */
  add(users: TypeWorld, sent: JsonObject, origin: RecordOrigin): StoredRecord {
    const said = saidOfUser(users, sent);
    const { singleton, name: type } = users.type;
    const number = this.sessions.next();
    const path = singleton ? new Map([[users.paths.userName, number]]) : NO_PATH;
    const placed = singleton ? newIdentifier(users, number) : [];
    if (origin === 'created') return users.create({ value: said, origin, path, placed });
    const made = users.examples?.makeUp?.(`${type} ${identitiesIn(sent)}`, number) ?? users.examples?.template ?? {};
    const value = { ...withoutIdentifiers(users, made), ...said };
    return users.create({ value, origin, path, trust: 'example', placed });
  }

  reset(): void {
    this.sessions.clear();
    this.visiting.clear();
    this.first = undefined;
    this.hasEnded = false;
  }

  firstOf(users: TypeWorld): RecordPath {
    this.world.finder.enterAll(users);
    const isThere = this.first && users.store.get(users.paths.keyIn(this.first) ?? '');
    if (this.first && (isThere || this.hasEnded)) return this.first;
    const [first = this.add(users, {}, 'made-up')] = users.store.list();
    this.first = first.path;
    return first.path;
  }

  /** The record of a user in a type that shows more of whoever is signed in than others see. */
  private copyOf(users: TypeWorld, user: RecordPath, types: TypeWorld): RecordPath {
    const key = users.paths.keyIn(user) ?? '';
    const path = new Map([
      [OF_USER, key],
      [types.paths.userName, key],
    ]);
    const own = types.paths.keyIn(path) ?? '';
    if (types.store.get(own) || types.store.isDeleted(own)) return path;
    const made = types.makeUp(path);
    const known = users.store.get(key)?.value ?? {};
    const { names } = types.shape.representation;
    const common = Object.entries(known).filter(([name]) => names.has(name));
    types.force(made, { ...made.value, ...Object.fromEntries(common) }, 'example');
    return path;
  }
}

/** What a request says of a user and records show: not the password. */
function saidOfUser({ shape }: TypeWorld, sent: JsonObject): JsonObject {
  const { names } = shape.representation;
  const said = Object.fromEntries(Object.entries(sent).filter(([name]) => names.has(name)));
  const known = identitiesIn(said);
  for (const each of identitiesIn(sent)) {
    if (known.includes(each)) continue;
    // `login` may be the e-mail address or the user name.
    const isMail = each.includes('@');
    const name = [...names].find((one) => isIdentity(one) && words(one).join('').includes('mail') === isMail);
    if (name !== undefined && !Object.hasOwn(said, name)) said[name] = each;
  }
  return said;
}

function withoutIdentifiers({ shape }: TypeWorld, value: JsonValue): JsonObject {
  const pointers = [...shape.representation.identifiers.values()];
  const left = pointers.reduce<JsonValue>((rest, pointer) => removeAt(rest, pointer), value);
  return isObject(left) ? left : {};
}
