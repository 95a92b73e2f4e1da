import { getOwn, isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, Operation } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { clauseParts } from '../clauses/clauses.ts';
import type { Contract } from '../contract.ts';
import { splitQuery } from '../parameters/percent-decoding.ts';
import { RequestViolation } from './request-violation.ts';

interface Scheme {
  readonly description: string;
  readonly challenge: string;
  isGiven(request: ReceivedRequest): boolean;
}

/**
 * Compiles the check that a request has the credentials that an operation requires; their values are not validated.
 * @returns undefined if the operation requires none
 */
export function compileSecurityValidator(
  contract: Contract,
  operation: Operation,
): ((request: ReceivedRequest) => RequestViolation | undefined) | undefined {
  const alternatives = operation.security.map((names) => names.map((name) => readScheme(contract, name)));
  if (alternatives.length === 0 || alternatives.some((schemes) => schemes.length === 0)) return undefined;
  const wanted = alternatives.map((schemes) => schemes.map((scheme) => scheme.description).join(' and ')).join(', or ');
  const challenges = new Set(alternatives.flat().map(({ challenge }) => challenge));
  const violation = new RequestViolation(
    401,
    `credentials are required: ${wanted}`,
    () => contract.clauseAt(operation, clauseParts.security, operation.pointer),
    { headers: [['www-authenticate', [...challenges].join(', ')]] },
  );
  return (request) =>
    alternatives.some((schemes) => schemes.every((scheme) => scheme.isGiven(request))) ? undefined : violation;
}

/** True if no alternative is met by a request without credentials; a client certificate is none of the request's. */
export function requiresCredentials(contract: Contract, { security }: Operation): boolean {
  const isInRequest = (name: string) => {
    const { value } = contract.document.resolve(appendTokens('#/components/securitySchemes', name));
    return isObject(value) && value['type'] !== 'mutualTLS';
  };
  return security.length > 0 && security.every((names) => names.some(isInRequest));
}

function readScheme(contract: Contract, name: string): Scheme {
  const { value } = contract.document.resolve(appendTokens('#/components/securitySchemes', name));
  if (!isObject(value)) return { description: name, challenge: name, isGiven: () => true };
  if (value['type'] === 'apiKey') return apiKey(value);
  if (value['type'] === 'mutualTLS')
    return { description: 'a client certificate', challenge: 'mutual', isGiven: () => true };
  const scheme = value['type'] === 'http' ? String(value['scheme']) : 'bearer';
  const title = scheme.slice(0, 1).toUpperCase() + scheme.slice(1);
  const { form, isValid } = FORMS.get(scheme.toLowerCase()) ?? ANY_FORM;
  return {
    description: `header authorization: ${title} ${form}`,
    challenge: /^basic$/i.test(scheme) ? 'Basic realm="mock"' : title,
    isGiven: ({ headers }) => {
      const [given, credentials] = String(headers['authorization'] ?? '').split(/ +(.*)/s);
      return given?.toLowerCase() === scheme.toLowerCase() && isValid(credentials ?? '');
    },
  };
}

/** What credentials look like, which a client can get wrong before anybody knows the password. */
interface CredentialForm {
  readonly form: string;
  readonly isValid: (credentials: string) => boolean;
}

const ANY_FORM: CredentialForm = { form: '...', isValid: (credentials) => credentials !== '' };
const FORMS: ReadonlyMap<string, CredentialForm> = new Map([
  ['basic', { form: 'base64 of user:password', isValid: isUserAndPassword }],
  // More than the token68 of RFC 6750: tokens with a bar or a colon are common.
  ['bearer', { form: '...', isValid: (token: string) => /^[^\s",]+$/.test(token) }],
]);

/** RFC 7617 section 2. */
function isUserAndPassword(credentials: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(credentials) || credentials.length % 4 === 1) return false;
  return Buffer.from(credentials, 'base64').includes(':');
}

function apiKey({ in: location, name }: JsonObject): Scheme {
  const key = String(name);
  const challenge = `ApiKey in="${location}", name="${key}"`;
  const description = `${location} ${key}`;
  if (location === 'query')
    return { description, challenge, isGiven: ({ query }) => splitQuery(query).some(([each]) => each === key) };
  if (location === 'cookie') {
    const given = (cookie: string) => cookie.split(/;\s*/).some((pair) => pair.startsWith(`${key}=`));
    return { description, challenge, isGiven: ({ headers }) => given(String(headers['cookie'] ?? '')) };
  }
  return { description, challenge, isGiven: ({ headers }) => getOwn(headers, key.toLowerCase()) !== undefined };
}
