import { getAt, hasParent, parsePointer, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Representation, SchemaProperty } from '../../../openapi/resources/model.ts';
import { words } from '../../../openapi/resources/names.ts';
import { DEFAULT_LIFETIME_SECONDS, newToken } from './new-token.ts';
import type { Session, Sessions } from './sessions.ts';

/** Where a response gives the tokens of a session; JSON Pointers. */
export interface GivenTokens {
  readonly token: string | undefined;
  readonly refreshToken: string | undefined;
  /** For how many seconds the token is good. */
  readonly lifetime: string | undefined;
  /** The time at which it ends. */
  readonly end: string | undefined;
}

const TOKEN = /^((access|auth(entication)?|api|id|session|bearer|user)?token|jwt|sessionid|accesskey)$/;
const END = /^((access)?token)?(expires?(at|on)?|expiry(date|time)?|expiration(date|time)?|validuntil)$/;
const LIFETIME = /^((access)?token)?(expires?in|ttl|lifetime)(sec(ond)?s)?$/;

export function isRefreshToken(name: string): boolean {
  return words(name).join('') === 'refreshtoken';
}

export function givenTokens(response: Representation | undefined): GivenTokens {
  const { envelope = '', properties = [] } = response ?? {};
  const find = (type: SchemaProperty['types'][number], isNamed: (name: string) => boolean) => {
    const found = properties.find(
      ({ pointer, types }) =>
        !pointer.includes('/*') && types.includes(type) && isNamed(parsePointer(pointer).at(-1) ?? ''),
    );
    return found && envelope + found.pointer;
  };
  return {
    token: find('string', (name) => TOKEN.test(words(name).join(''))),
    refreshToken: find('string', isRefreshToken),
    end: find('string', (name) => END.test(words(name).join(''))),
    lifetime: find('integer', (name) => LIFETIME.test(words(name).join(''))),
  };
}

/** What the tokens of a response are made for. */
export interface Issue {
  readonly session: Session;
  /** Who is signed in, as a token names its subject. */
  readonly subject: string;
  readonly isValid: (body: JsonValue) => boolean;
}

/** Returns a response with tokens that no other one has, as far as the document allows them, and notes whose they are. */
export function withNewTokens(
  body: JsonValue,
  { token, refreshToken, lifetime, end }: GivenTokens,
  { session, subject, isValid }: Issue,
  { contract, sessions }: { readonly contract: Contract; readonly sessions: Sessions },
): JsonValue {
  const lifetimeSeconds = lifetime === undefined ? undefined : Number(getAt(body, lifetime));
  let whole = body;
  for (const pointer of [token, refreshToken]) {
    if (pointer === undefined || !hasParent(whole, pointer)) continue;
    const made = newToken(contract, { subject, number: sessions.next(), lifetimeSeconds });
    const replaced = replaceAt(whole, pointer, made);
    // A refresh token that the response need not show is none of the example's.
    if (isValid(replaced)) whole = replaced;
    const given = getAt(whole, pointer);
    if (typeof given === 'string') sessions.add(given, session);
  }
  return end === undefined ? whole : withEnd(whole, end, lifetimeSeconds ?? DEFAULT_LIFETIME_SECONDS, isValid);
}

/** The body with the time at which its token ends, where it shows one. */
function withEnd(body: JsonValue, end: string, seconds: number, isValid: Issue['isValid']): JsonValue {
  const shown = hasParent(body, end) ? getAt(body, end) : undefined;
  if (typeof shown !== 'string' || !Number.isFinite(Date.parse(shown)) || !Number.isFinite(seconds)) return body;
  const ended = replaceAt(body, end, new Date(Date.now() + seconds * 1000).toISOString());
  return isValid(ended) ? ended : body;
}
