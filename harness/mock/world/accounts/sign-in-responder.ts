import { isObject } from '../../../core/json/index.ts';
import { getAt, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { listsStatus } from '../../../core/operation.ts';
import { withArticle } from '../../../core/util/pluralize.ts';
import type { SchemaRepair } from '../../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { NegotiatedResponse } from '../../prism/negotiated-response.ts';
import { NOT_ACCEPTABLE, type PrismEngine } from '../../prism/prism-engine.ts';
import type { ErrorResponder } from '../../respond/error-response.ts';
import type { MockResponse } from '../../types.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { recordIn } from '../sent-record.ts';
import type { TypeWorld } from '../type-world.ts';
import type { World } from '../world.ts';
import type { WorldCall } from '../world-responder.ts';

import { isRefreshToken, withNewTokens } from './given-tokens.ts';
import { givesCookieAlone, withSessionCookie } from './session-cookie.ts';
import type { Session } from './sessions.ts';
import { identitiesIn, lastOf, type SignIn } from './sign-in.ts';
import { shownIdentifier } from './user-facts.ts';

type Response = MockResponse | Promise<MockResponse>;

/** Statuses of a sign-in of nobody who is known, best first. */
const UNKNOWN = [401, 403, 404, 422, 400];

/** Why nobody is signed in. */
interface Rejected {
  readonly status: number;
  readonly message: string;
}

interface Opened {
  readonly session: Session;
  /** Undefined if the document shows no users, or if the user is gone. */
  readonly user: StoredRecord | undefined;
  /** What the request says of the user. */
  readonly sent: JsonObject;
}

interface Parts {
  readonly contract: Contract;
  readonly engine: PrismEngine;
  readonly errors: ErrorResponder;
  readonly world: World;
}

/** Signs users in and up: each gets a token of their own, and the response shows the user that the request names. */
export class SignInResponder {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** @returns undefined for an operation that gives no session, and if the document shows neither users nor anything that is one */
  find(id: string): SignIn | undefined {
    const { world, contract } = this.parts;
    const found = world.signIns.get(id) ?? world.refreshes.get(id);
    if (!found || world.accounts.users) return found;
    return found.given.token !== undefined || givesCookieAlone(contract, found) ? found : undefined;
  }

  respond(call: WorldCall, signIn: SignIn): Response {
    const { engine, world } = this.parts;
    const { users } = world.accounts;
    const preparing = users && world.prepare(users);
    if (preparing) return preparing.then(() => this.respond(call, signIn));
    const { operation, status: code, seed, accept } = call;
    const negotiated = engine.negotiationFor({ operation, code, seed, accept });
    if (negotiated instanceof Promise)
      return negotiated.then(
        () => this.respond(call, signIn),
        () => call.stateless(),
      );
    if (negotiated === NOT_ACCEPTABLE || negotiated.status >= 400) return call.stateless();
    const opened = this.open(call, signIn);
    if ('message' in opened) return this.parts.errors.fail(operation, opened.status, opened.message, accept);
    return engine.values().then((repair) => this.show(call, signIn, negotiated, { opened, repair }));
  }

  /** The session that a request opens or goes on with, or why it does not. */
  private open(call: WorldCall, signIn: SignIn): Opened | Rejected {
    const { accounts } = this.parts.world;
    const sent = recordIn(call.body, signIn.operation.request?.envelope ?? '') ?? {};
    const isRefresh =
      signIn.kind === 'refresh' || (refreshTokensIn(sent).length > 0 && identitiesIn(sent).length === 0);
    if (isRefresh) return this.goOn(call, sent);
    const { users } = accounts;
    if (!users) return { session: { user: undefined }, user: undefined, sent };
    const user = this.userOf(call, signIn, users, sent);
    return 'store' in user ? { session: { user: user.path }, user, sent } : user;
  }

  /** The session that a refresh token names, or else a cookie or the token before. */
  private goOn({ request, operation }: WorldCall, sent: JsonObject): Opened | Rejected {
    const { accounts, options } = this.parts.world;
    const { sessions, users } = accounts;
    const tokens = refreshTokensIn(sent);
    const known = sessions.named(tokens) ?? (tokens.length > 0 ? undefined : sessions.of(request));
    const hasEnded = tokens.length > 0 ? sessions.haveEnded(tokens) : sessions.hasEnded(request);
    const isRejected = !known && (hasEnded || (options.strict && tokens.length > 0));
    const status = isRejected ? UNKNOWN.find((each) => listsStatus(operation, each)) : undefined;
    if (status !== undefined) return { status, message: 'the refresh token is not valid any more' };
    const session = known ?? { user: users && accounts.firstOf(users) };
    const key = session.user && users?.paths.keyIn(session.user);
    return { session, user: key === undefined ? undefined : users?.store.get(key), sent: {} };
  }

  /** The user whom a request signs in or up, or why there is none. */
  private userOf(
    { operation }: WorldCall,
    signIn: SignIn,
    users: TypeWorld,
    sent: JsonObject,
  ): StoredRecord | Rejected {
    const { accounts, options } = this.parts.world;
    const found = accounts.find(users, sent);
    const kind = users.type.singleton ? 'user' : users.type.words.join(' ');
    if (signIn.kind === 'sign-up') {
      const isTaken = found !== undefined && (options.strict || found.origin === 'created');
      if (isTaken && listsStatus(operation, 409))
        return { status: 409, message: `there is ${withArticle(kind)} with this name already` };
      return found?.origin === 'created' ? found : accounts.add(users, sent, 'created');
    }
    const isUnknown = options.strict && !found && canBeUnknown(signIn, users, sent);
    const status = isUnknown ? UNKNOWN.find((each) => listsStatus(operation, each)) : undefined;
    if (status !== undefined) return { status, message: `there is no ${kind} with this name` };
    return found ?? accounts.add(users, sent, 'made-up');
  }

  private show(
    call: WorldCall,
    signIn: SignIn,
    { status, headers, content, body, bytes, write }: NegotiatedResponse,
    { opened, repair }: { readonly opened: Opened; readonly repair: SchemaRepair },
  ): MockResponse {
    const { contract, world } = this.parts;
    const { sessions, users } = world.accounts;
    const { session, user, sent } = opened;
    const subject = subjectOf(users, user);
    const withCookie = (response: MockResponse) =>
      withSessionCookie(contract, call, signIn, response, { session, sessions, subject });
    if (body === undefined) return withCookie({ status, headers, body: bytes });
    const schema = content?.schema;
    const isValid = (value: JsonValue) => schema === undefined || contract.schemas.accepts(schema, value, 'response');
    const known = user && users ? users.shape.representation.names : new Set(Object.keys(sent));
    const wanted = withUser(body, signIn, known, user?.value ?? sent);
    const shown = isValid(wanted) ? wanted : ((schema && repair.nearest(schema, wanted)) ?? body);
    const whole = withNewTokens(shown, signIn.given, { session, subject, isValid }, { contract, sessions });
    const given = signIn.given.token === undefined ? undefined : getAt(whole, signIn.given.token);
    if (user && users && typeof given === 'string') keepToken(signIn, users, user, given);
    return withCookie({ status, headers, body: write(whole) });
  }
}

function refreshTokensIn(sent: JsonObject): string[] {
  return Object.entries(sent).flatMap(([name, value]) =>
    typeof value === 'string' && isRefreshToken(name) ? [value] : [],
  );
}

/** How a token names its user. */
function subjectOf(users: TypeWorld | undefined, user: StoredRecord | undefined): string {
  if (!users || !user) return '';
  return String(shownIdentifier(users, user) ?? [...user.path.values()].join(' '));
}

/** False for a user whom no record names as the request does, or an example of the document. */
function canBeUnknown({ operation, identities }: SignIn, { shape }: TypeWorld, sent: JsonObject): boolean {
  const { request, operation: documented } = operation;
  const examples = documented.requestBody?.content.flatMap((each) => each.examples) ?? [];
  const named = examples.flatMap(({ value }) => identitiesIn(recordIn(value, request?.envelope ?? '') ?? {}));
  if (identitiesIn(sent).some((each) => named.includes(each))) return false;
  return identities.some((each) => shape.representation.names.has(lastOf(each)));
}

/** The body with what is known of the user; what else it shows stays. */
function withUser(body: JsonValue, { user }: SignIn, known: ReadonlySet<string>, value: JsonObject): JsonValue {
  const place = user && getAt(body, user.at);
  if (!user || !isObject(place)) return body;
  const isOfUser = (name: string) => user.names.has(name) && known.has(name);
  const others = Object.entries(place).filter(([name]) => !isOfUser(name));
  const own = Object.entries(value).filter(([name]) => isOfUser(name));
  return replaceAt(body, user.at, Object.fromEntries([...own, ...others]));
}

/** A user that shows a token, such as `{ user: { email, token } }`, shows the latest. */
function keepToken(
  { given: { token = '' }, user }: SignIn,
  users: TypeWorld,
  record: StoredRecord,
  given: string,
): void {
  const name = user && token.startsWith(`${user.at}/`) ? token.slice(user.at.length + 1) : '';
  if (users.shape.representation.names.has(name)) users.force(record, { ...record.value, [name]: given }, 'given');
}
