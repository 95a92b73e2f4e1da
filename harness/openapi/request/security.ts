import { getOwn, isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { clauseParts } from '../clauses/clauses.ts';
import type { Contract } from '../contract.ts';
import { splitQuery } from '../parameters/percent-decoding.ts';
import { RequestViolation } from './request-violation.ts';

interface Scheme {
  readonly description: string;
  readonly challenge: string;
  /** @returns undefined if a request has none, or none of this form */
  credentials(request: Sender): string | undefined;
}

/** What may have credentials. */
type Sender = Pick<ReceivedRequest, 'headers' | 'query'>;

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
    alternatives.some((schemes) => schemes.every((scheme) => scheme.credentials(request) !== undefined))
      ? undefined
      : violation;
}

/** True if no alternative is met by a request without credentials; a client certificate is none of the request's. */
export function requiresCredentials(contract: Contract, { security }: Operation): boolean {
  const isInRequest = (name: string) => {
    const type = typeOf(contract, name);
    return type !== undefined && type !== 'mutualTLS';
  };
  return security.length > 0 && security.every((names) => names.some(isInRequest));
}

/** The credentials of a request that an operation takes, each with the name of its scheme; those of a user rather than of an app come first. */
export function credentialsFor(contract: Contract, { security }: Operation, request: Sender): [string, string][] {
  const given = security.flat().flatMap((name): [string, string][] => {
    const credentials = readScheme(contract, name).credentials(request);
    return credentials ? [[name, credentials]] : [];
  });
  const isKey = ([name]: [string, string]) => typeOf(contract, name) === 'apiKey';
  return given.toSorted((a, b) => Number(isKey(a)) - Number(isKey(b)));
}

function typeOf(contract: Contract, name: string): JsonValue | undefined {
  const { value } = contract.document.resolve(appendTokens('#/components/securitySchemes', name));
  return isObject(value) ? value['type'] : undefined;
}

function readScheme(contract: Contract, name: string): Scheme {
  const { value } = contract.document.resolve(appendTokens('#/components/securitySchemes', name));
  if (!isObject(value)) return { description: name, challenge: name, credentials: () => '' };
  if (value['type'] === 'apiKey') return apiKey(value);
  if (value['type'] === 'mutualTLS')
    return { description: 'a client certificate', challenge: 'mutual', credentials: () => '' };
  const scheme = value['type'] === 'http' ? String(value['scheme']) : 'bearer';
  const title = scheme.slice(0, 1).toUpperCase() + scheme.slice(1);
  const { form, isValid } = FORMS.get(scheme.toLowerCase()) ?? ANY_FORM;
  return {
    description: `header authorization: ${title} ${form}`,
    challenge: /^basic$/i.test(scheme) ? 'Basic realm="mock"' : title,
    credentials: ({ headers }) => {
      const [given, credentials = ''] = String(headers['authorization'] ?? '').split(/ +(.*)/s);
      return given?.toLowerCase() === scheme.toLowerCase() && isValid(credentials) ? credentials : undefined;
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
  const named = (pairs: readonly (readonly [string, string | undefined])[]) => {
    const pair = pairs.find(([each]) => each === key);
    return pair && (pair[1] ?? '');
  };
  const credentials = ({ headers, query }: Sender) => {
    if (location === 'query') return named(splitQuery(query));
    if (location === 'cookie') return named(cookiesIn(String(headers['cookie'] ?? '')));
    const header = getOwn(headers, key.toLowerCase());
    return header === undefined ? undefined : String(header);
  };
  return { description, challenge, credentials };
}

function cookiesIn(header: string): [string, string][] {
  return header.split(/;\s*/).flatMap((pair) => {
    const end = pair.indexOf('=');
    return end < 0 ? [] : [[pair.slice(0, end), pair.slice(end + 1)]];
  });
}
