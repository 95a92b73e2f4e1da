import { parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject } from '../../../core/model.ts';
import type { ResourceModel, ResourceOperation, SchemaProperty } from '../../../openapi/resources/model.ts';
import { words } from '../../../openapi/resources/names.ts';
import { actionWords } from '../../../openapi/resources/operations/verbs.ts';
import { type GivenTokens, givenTokens, isRefreshToken } from './given-tokens.ts';

/** An operation that signs a user in, or up, or goes on with a session. */
export interface SignIn {
  readonly operation: ResourceOperation;
  readonly kind: 'sign-in' | 'sign-up' | 'refresh';
  /** JSON Pointers in the request of what names the user. */
  readonly identities: readonly string[];
  readonly given: GivenTokens;
  /** Where the response shows the user, and what of it. */
  readonly user: { readonly at: string; readonly names: ReadonlySet<string> } | undefined;
}

const IDENTITY = /^(e?mail(address)?|(user|login|nick)name|login|user|handle|(tele|mobile)?phone(number)?|mobile)$/;
const SECRET = /^(pass(word|wd|phrase|code)?|pwd|secret|pin|otp)$/;
const SIGN_IN = /log(g?ed)? ?in|sign ?in|\b(sessions?|tokens?|auth\w*)\b/;
const REFRESH = /\b(refresh|renew)\b/;
const SIGN_UP = /regist|sign ?up|\benrol|\bjoin\b|create (an? )?(user|account|customer|member)/;

/** True for a property that names a user at the sign-in. */
export function isIdentity(name: string): boolean {
  return IDENTITY.test(words(name).join(''));
}

/** What names a user in a record or a request, in lower case. */
export function identitiesIn(value: JsonObject): string[] {
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'string' && isIdentity(name) ? [each.toLowerCase()] : [],
  );
}

/**
 * The operations that sign users in or up, by their ids; those that create records of a type of their own, such as sessions, are none.
 * @param types those whose records are kept
 */
export function readSignIns({ operations }: ResourceModel, types: ReadonlyMap<string, unknown>): Map<string, SignIn> {
  const found = new Map<string, SignIn>();
  for (const [id, operation] of operations) {
    const signIn = readSignIn(operation);
    const isKept = operation.role === 'create' && types.has(operation.resource ?? '');
    const isOwn = signIn?.kind === 'sign-up' && signIn.given.token !== undefined;
    if (signIn && (!isKept || isOwn)) found.set(id, signIn);
  }
  return found;
}

/** Reads an operation that takes a name and a password. @returns undefined if it signs nobody in or up */
function readSignIn(found: ResourceOperation): SignIn | undefined {
  const { operation, request, response, path, role } = found;
  if (operation.method !== 'POST' || path.length > 0) return undefined;
  // Several users are created, not signed up.
  const sent = (request?.properties ?? []).filter(({ pointer }) => !pointer.includes('/*'));
  const identities = sent.filter(({ pointer }) => isIdentity(lastOf(pointer)));
  const hasSecret = sent.some(({ pointer }) => SECRET.test(words(lastOf(pointer)).join('')));
  if (identities.length === 0 || !hasSecret) return undefined;
  const given = givenTokens(response);
  const names = namesOf(found);
  const isSignUp = role === 'create' || names.some((name) => SIGN_UP.test(name));
  if (given.token === undefined && !isSignUp && !names.some((name) => SIGN_IN.test(name))) return undefined;
  return {
    operation: found,
    kind: isSignUp ? 'sign-up' : 'sign-in',
    identities: identities.map(({ pointer }) => `${request?.envelope ?? ''}${pointer}`),
    given,
    user: userIn(response?.envelope ?? '', response?.properties ?? []),
  };
}

/** The operations that give a new token for a refresh token, a cookie or the token before, by their ids. */
export function readRefreshes(
  { operations }: ResourceModel,
  signIns: ReadonlyMap<string, SignIn>,
): Map<string, SignIn> {
  const found = new Map<string, SignIn>();
  for (const [id, operation] of operations) {
    const { request, response, path } = operation;
    if (signIns.has(id) || operation.operation.method !== 'POST' || path.length > 0) continue;
    const given = givenTokens(response);
    const takesToken = request?.properties.some(({ pointer }) => isRefreshToken(lastOf(pointer))) === true;
    if (given.token === undefined || !(takesToken || namesOf(operation).some((name) => REFRESH.test(name)))) continue;
    const user = userIn(response?.envelope ?? '', response?.properties ?? []);
    found.set(id, { operation, kind: 'refresh', identities: [], given, user });
  }
  return found;
}

function namesOf({ operation: { path, id } }: ResourceOperation): string[] {
  return [actionWords(path), words(id)].map((each) => each.join(' '));
}

/** Where a response names a user as one is named at the sign-in. */
function userIn(envelope: string, properties: readonly SchemaProperty[]): SignIn['user'] {
  const own = properties.filter(({ pointer }) => !pointer.includes('/*'));
  const identity = own.find(({ pointer }) => isIdentity(lastOf(pointer)));
  if (!identity) return undefined;
  const place = identity.pointer.slice(0, identity.pointer.lastIndexOf('/'));
  const below = own.filter(({ pointer, writeOnly }) => pointer.startsWith(`${place}/`) && !writeOnly);
  const names = below.map(({ pointer }) => parsePointer(pointer.slice(place.length))[0] ?? '');
  return { at: envelope + place, names: new Set(names) };
}

/** The last name of a JSON Pointer. */
export function lastOf(pointer: string): string {
  return parsePointer(pointer).at(-1) ?? '';
}
