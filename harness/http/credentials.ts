import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { Case, HttpRequest, JsonObject, Operation } from '../core/model.ts';
import type { Contract } from '../openapi/contract.ts';
import { percentEncode } from '../openapi/parameters/serialize.ts';

/** What is added to a request so that a service takes it: headers, and pairs of the query as they stand there. */
export interface Credentials {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly query: readonly string[];
}

/** The case as it is sent: with the credentials of its operation, unless it is about their absence. */
export function withCredentials(testCase: Case, credentials: (operation: Operation) => Credentials): Case {
  if (testCase.withoutCredentials) return testCase;
  const { headers, query } = credentials(testCase.operation);
  if (headers.length === 0 && query.length === 0) return testCase;
  return { ...testCase, request: addCredentials(testCase.request, headers, query) };
}

function addCredentials(request: HttpRequest, headers: Credentials['headers'], query: readonly string[]): HttpRequest {
  const added = new Set(headers.map(([name]) => name.toLowerCase()));
  const own = request.headers.filter(([name]) => !added.has(name.toLowerCase()));
  const separator = request.path.includes('?') ? '&' : '?';
  const path = query.length > 0 ? `${request.path}${separator}${query.join('&')}` : request.path;
  return { ...request, path, headers: [...own, ...headers] };
}

/** Credentials that fit the form of an operation's security schemes and name nobody: enough for a mock (OpenAPI 3.0.3, Security Scheme Object). */
export function placeholderCredentials(contract: Contract, operation: Operation): Credentials {
  const schemes = (operation.security[0] ?? []).map((name) => {
    const { value } = contract.document.resolve(appendTokens('#/components/securitySchemes', name));
    return isObject(value) ? value : {};
  });
  const all = schemes.map(standIn);
  const cookies = all.flatMap(({ cookie }) => (cookie === undefined ? [] : [cookie]));
  return {
    headers: [
      ...all.flatMap(({ header }) => (header ? [header] : [])),
      ...(cookies.length > 0 ? [['cookie', cookies.join('; ')] as const] : []),
    ],
    query: all.flatMap(({ query }) => (query === undefined ? [] : [query])),
  };
}

const STAND_IN = 'stand-in';

function standIn(scheme: JsonObject): { header?: readonly [string, string]; query?: string; cookie?: string } {
  const name = String(scheme['name'] ?? '');
  if (scheme['type'] === 'apiKey') {
    if (scheme['in'] === 'query') return { query: `${percentEncode(name)}=${STAND_IN}` };
    return scheme['in'] === 'cookie' ? { cookie: `${name}=${STAND_IN}` } : { header: [name, STAND_IN] };
  }
  if (scheme['type'] === 'mutualTLS') return {};
  const kind = scheme['type'] === 'http' ? String(scheme['scheme']) : 'Bearer';
  const value = /^basic$/i.test(kind) ? Buffer.from(`${STAND_IN}:${STAND_IN}`).toString('base64') : STAND_IN;
  return { header: ['authorization', `${kind[0]?.toUpperCase()}${kind.slice(1)} ${value}`] };
}
