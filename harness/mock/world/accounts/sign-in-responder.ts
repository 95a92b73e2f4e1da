import { isObject } from '../../../core/json/index.ts';
import { getAt, hasParent, replaceAt } from '../../../core/json/pointer.ts';
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
import { newToken } from './new-token.ts';
import { identitiesIn, lastOf, type SignIn } from './sign-in.ts';

type Response = MockResponse | Promise<MockResponse>;

/** Statuses of a sign-in of nobody who is known, best first. */
const UNKNOWN = [401, 403, 404, 422, 400];

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

  /** @returns undefined for an operation that signs nobody in, and if the document shows no users */
  find(id: string): SignIn | undefined {
    const { world } = this.parts;
    return world.accounts.users && world.signIns.get(id);
  }

  respond(call: WorldCall, signIn: SignIn): Response {
    const { engine, world } = this.parts;
    const { users } = world.accounts;
    if (!users) return call.stateless();
    const preparing = world.prepare(users);
    if (preparing) return preparing.then(() => this.respond(call, signIn));
    const { operation, status: code, seed, accept } = call;
    const negotiated = engine.negotiationFor({ operation, code, seed, accept });
    if (negotiated instanceof Promise)
      return negotiated.then(
        () => this.respond(call, signIn),
        () => call.stateless(),
      );
    if (negotiated === NOT_ACCEPTABLE || negotiated.status >= 400) return call.stateless();
    const user = this.userOf(call, signIn, users);
    if (!('store' in user)) return this.parts.errors.fail(operation, user.status, user.message, accept);
    return engine.values().then((repair) => this.show(signIn, negotiated, { users, user, repair }));
  }

  /** The user whom a request signs in or up, or why there is none. */
  private userOf(
    { operation, body }: WorldCall,
    signIn: SignIn,
    users: TypeWorld,
  ): StoredRecord | { readonly status: number; readonly message: string } {
    const { accounts, options } = this.parts.world;
    const { operation: resource, isSignUp } = signIn;
    const sent = recordIn(body, resource.request?.envelope ?? '') ?? {};
    const found = accounts.find(users, sent);
    const kind = users.type.words.join(' ');
    if (isSignUp) {
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
    signIn: SignIn,
    { status, headers, content, body, bytes, write }: NegotiatedResponse,
    { users, user, repair }: { readonly users: TypeWorld; readonly user: StoredRecord; readonly repair: SchemaRepair },
  ): MockResponse {
    const { contract, world } = this.parts;
    const { sessions } = world.accounts;
    if (body === undefined) return { status, headers, body: bytes };
    const schema = content?.schema;
    const isValid = (value: JsonValue) => schema === undefined || contract.schemas.accepts(schema, value, 'response');
    const wanted = withUser(body, signIn, users, user.value);
    const shown = isValid(wanted) ? wanted : ((schema && repair.nearest(schema, wanted)) ?? body);
    const { token } = signIn;
    if (token === undefined || !hasParent(shown, token)) return { status, headers, body: write(shown) };
    const made = newToken(contract, [...user.path.values()].join(' '), sessions.next());
    const replaced = replaceAt(shown, token, made);
    const whole = isValid(replaced) ? replaced : shown;
    const given = getAt(whole, token);
    if (typeof given === 'string') {
      sessions.open(given, user.path);
      keepToken(signIn, users, user, given);
    }
    return { status, headers, body: write(whole) };
  }
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
function withUser(body: JsonValue, { user }: SignIn, { shape }: TypeWorld, value: JsonObject): JsonValue {
  const place = user && getAt(body, user.at);
  if (!user || !isObject(place)) return body;
  const isOfUser = (name: string) => user.names.has(name) && shape.representation.names.has(name);
  const others = Object.entries(place).filter(([name]) => !isOfUser(name));
  const own = Object.entries(value).filter(([name]) => isOfUser(name));
  return replaceAt(body, user.at, Object.fromEntries([...own, ...others]));
}

/** A user that shows a token, such as `{ user: { email, token } }`, shows the latest. */
function keepToken({ token = '', user }: SignIn, users: TypeWorld, record: StoredRecord, given: string): void {
  const name = user && token.startsWith(`${user.at}/`) ? token.slice(user.at.length + 1) : '';
  if (users.shape.representation.names.has(name)) users.force(record, { ...record.value, [name]: given }, 'given');
}
