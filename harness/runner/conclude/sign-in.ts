import { isObject } from '../../core/json/index.ts';
import type { Case } from '../../core/model.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';

/** Names of properties with what somebody signs in with. */
const SECRET_PROPERTY = /^(user_?|client_?|new_?)?(pass(word|phrase|wd|code)?|pin|otp|secret)$/i;

/** True for a request without credentials in its head that has some in its body, as that of a login. */
export function signsIn(testCase: Case): boolean {
  if (!isSpecified(testCase) || !isObject(testCase.spec.body)) return false;
  const { security } = testCase.operation;
  const isPublic = security.length === 0 || security.some((schemes) => schemes.length === 0);
  return isPublic && Object.keys(testCase.spec.body).some((name) => SECRET_PROPERTY.test(name));
}
