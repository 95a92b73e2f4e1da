import { isObject } from '../../core/json/index.ts';
import type { Case, JsonValue, Operation } from '../../core/model.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';

/** Names of properties with what somebody signs in with. */
const SECRET_PROPERTY = /^(user_?|client_?|new_?)?(pass(word|phrase|wd|code)?|pin|otp|secret)$/i;

/** Names of operations for which somebody needs an account already, and of what a mail gives them for a new password. */
const SIGN_IN = /(log|sign)[-_]?(in|on)\b|authenticate|token$|sessions?$/i;
const MAILED_PROPERTY = /^(\w+_?)?(token|code)$/i;

/** Statuses for a sign-in that fails, beside 401 and 403. */
const NOT_SIGNED_IN: ReadonlySet<number> = new Set([400, 404, 422]);

/** True for a request without credentials in its head that has some in its body, as that of a login. */
export function signsIn(testCase: Case): boolean {
  return mayBeSignIn(testCase.operation, bodyOf(testCase));
}

/** True for an operation that may reject any made-up values with any status, since no account has them. */
export function needsRealAccount(operation: Operation, body: JsonValue | undefined): boolean {
  return mayBeSignIn(operation, body) && needsAccount(operation, body);
}

function mayBeSignIn({ security }: Operation, body: JsonValue | undefined): boolean {
  const isPublic = security.length === 0 || security.some((schemes) => schemes.length === 0);
  return isPublic && hasProperty(body, SECRET_PROPERTY);
}

/** Why nobody is signed in with what a request has; undefined if the status says something else. */
export function signInReason(testCase: Case, status: number): string | undefined {
  if (!signsIn(testCase)) return undefined;
  const isDenied = status === 401 || status === 403;
  if (!isDenied && !(NOT_SIGNED_IN.has(status) && needsAccount(testCase.operation, bodyOf(testCase)))) return undefined;
  return `nobody can sign in with these values (${status}): give some that do, in \`values\` or an example`;
}

/** Whether a request is about an account that has to be there, as opposed to one that makes it. */
function needsAccount({ id, path }: Operation, body: JsonValue | undefined): boolean {
  return SIGN_IN.test(path) || SIGN_IN.test(id) || hasProperty(body, MAILED_PROPERTY);
}

function bodyOf(testCase: Case): JsonValue | undefined {
  return isSpecified(testCase) ? testCase.spec.body : undefined;
}

function hasProperty(body: JsonValue | undefined, names: RegExp): boolean {
  return isObject(body) && Object.keys(body).some((name) => names.test(name));
}
