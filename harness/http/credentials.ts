import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { Case, HttpRequest, JsonObject, Operation } from '../core/model.ts';
import { groupBy } from '../core/util/group-by.ts';
import type { Contract } from '../openapi/contract.ts';
import { percentEncode } from '../openapi/parameters/serialize.ts';

/** What authenticates a request: headers, and `name=value` pairs of the query, percent-encoded. */
export interface Credentials {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly query: readonly string[];
}

/** Returns the case with the credentials of its operation, unless it tests their absence. */
export function withCredentials(testCase: Case, credentials: (operation: Operation) => Credentials): Case {
  if (testCase.withoutCredentials) return testCase;
  const { ownCredentials: own } = testCase;
  const { headers, query } = own ? { headers: own, query: [] } : credentials(testCase.operation);
  if (headers.length === 0 && query.length === 0) return testCase;
  return { ...testCase, request: addCredentials(testCase.request, headers, query) };
}

export function addCredentials(
  request: HttpRequest,
  headers: Credentials['headers'],
  query: readonly string[],
): HttpRequest {
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  const retained = request.headers.filter(([name]) => !replaced.has(name.toLowerCase()));
  const separator = request.path.includes('?') ? '&' : '?';
  const path = query.length > 0 ? `${request.path}${separator}${query.join('&')}` : request.path;
  return { ...request, path, headers: [...retained, ...headers] };
}

const PLACEHOLDER = 'placeholder';

/** Creates credentials of the right form for an operation, enough for a mock (OpenAPI 3.0.3, Security Scheme Object). */
export function placeholderCredentials(contract: Contract, { security }: Operation): Credentials {
  const names = security[0] ?? [];
  return joinCredentials(
    names.map((name) => {
      const scheme = securityScheme(contract, name) ?? {};
      return credentialOf(scheme, isBasic(scheme) ? `${PLACEHOLDER}:${PLACEHOLDER}` : PLACEHOLDER);
    }),
  );
}

/**
 * Creates the credentials of an operation from the values of its security schemes: those of the first alternative that has all
 * of them, else of the first that has any.
 */
export function credentialsFor(
  contract: Contract,
  { security }: Operation,
  valueFor: (scheme: string) => string | undefined,
): Credentials {
  const isKnown = (name: string) => valueFor(name) !== undefined;
  const names =
    security.find((each) => each.length > 0 && each.every(isKnown)) ??
    security.find((each) => each.some(isKnown)) ??
    [];
  return joinCredentials(
    names.map((name) => {
      const value = valueFor(name);
      return value === undefined ? {} : credentialOf(securityScheme(contract, name) ?? {}, value);
    }),
  );
}

/** Returns the Security Scheme Object of this name. */
export function securityScheme({ document }: Contract, name: string): JsonObject | undefined {
  const schemes = document.at('#/components/securitySchemes');
  if (!isObject(schemes) || !Object.hasOwn(schemes, name)) return undefined;
  const { value } = document.resolve(appendTokens('#/components/securitySchemes', name));
  return isObject(value) ? value : undefined;
}

/** Returns the lower-case name of the header that carries the value of a scheme; undefined if it is in the query. */
export function credentialHeader(contract: Contract, name: string): string | undefined {
  const { header, keyHeader, cookie } = credentialOf(securityScheme(contract, name) ?? {}, '');
  return cookie === undefined ? (header ?? keyHeader)?.name.toLowerCase() : 'cookie';
}

interface HeaderField {
  readonly name: string;
  readonly value: string;
}

interface Credential {
  readonly header?: HeaderField;
  /** Of an API key. */
  readonly keyHeader?: HeaderField;
  readonly query?: string;
  readonly cookie?: string;
}

function joinCredentials(parts: readonly Credential[]): Credentials {
  const cookies = parts.flatMap(({ cookie }) => cookie ?? []);
  // An API key in `Authorization` is any value of it, that of another scheme, too.
  const headers = [
    ...parts.flatMap(({ header }) => header ?? []),
    ...parts.flatMap(({ keyHeader }) => keyHeader ?? []),
  ];
  const byName = groupBy(headers, ({ name }) => name.toLowerCase());
  return {
    headers: [
      ...[...byName.values()].flatMap(([first]) => (first ? [[first.name, first.value] as const] : [])),
      ...(cookies.length > 0 ? [['cookie', cookies.join('; ')] as const] : []),
    ],
    query: parts.flatMap(({ query }) => query ?? []),
  };
}

/** Where the value of a scheme goes; of Basic authentication it is `user:password`. */
function credentialOf(scheme: JsonObject, value: string): Credential {
  const name = String(scheme['name'] ?? '');
  if (scheme['type'] === 'apiKey') {
    if (scheme['in'] === 'query') return { query: `${percentEncode(name)}=${percentEncode(value)}` };
    return scheme['in'] === 'cookie' ? { cookie: `${name}=${value}` } : { keyHeader: { name, value } };
  }
  if (scheme['type'] === 'mutualTLS') return {};
  const kind = scheme['type'] === 'http' ? String(scheme['scheme']) : 'Bearer';
  const sent = isBasic(scheme) ? Buffer.from(value).toString('base64') : value;
  return { header: { name: 'authorization', value: `${kind[0]?.toUpperCase()}${kind.slice(1)} ${sent}` } };
}

function isBasic(scheme: JsonObject): boolean {
  return scheme['type'] === 'http' && /^basic$/i.test(String(scheme['scheme']));
}
