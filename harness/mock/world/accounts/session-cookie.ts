import type { Contract } from '../../../openapi/contract.ts';
import { withValidHeader } from '../../respond/response-headers.ts';
import type { MockResponse } from '../../types.ts';
import type { WorldCall } from '../world-responder.ts';
import { credentialCookie, opaqueToken } from './new-token.ts';
import type { Session, Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

/** RFC 6265 section 4.1.1. */
const COOKIE = /^([\w!#$%&'*+.^`|~-]+)=[^;]*(.*)$/s;

/** True if the cookie is all that a sign-in can give. */
export function givesCookieAlone(contract: Contract, { given }: SignIn): boolean {
  return given.token === undefined && credentialCookie(contract) !== undefined;
}

/** The response with a cookie of its own, where the document has one for sessions. */
export function withSessionCookie(
  contract: Contract,
  { operation }: Pick<WorldCall, 'operation'>,
  signIn: SignIn,
  response: MockResponse,
  { session, sessions, subject }: { readonly session: Session; readonly sessions: Sessions; readonly subject: string },
): MockResponse {
  const [, documented] = response.headers.find(([name]) => name === 'set-cookie') ?? [];
  if (documented === undefined && !givesCookieAlone(contract, signIn)) return response;
  const [, shownName, attributes = ''] = COOKIE.exec(documented ?? '') ?? [];
  const name = credentialCookie(contract) ?? shownName;
  if (name === undefined) return response;
  const token = opaqueToken(`cookie ${subject}`, sessions.next());
  const cookie = `${name}=${token}${attributes === '' ? '; Path=/; HttpOnly' : attributes}`;
  const given = withValidHeader(contract, operation.response(response.status), response, [['set-cookie', cookie]]);
  if (given !== response) sessions.add(token, session);
  return given;
}
