import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { Case, HttpRequest, JsonObject, Operation } from '../core/model.ts';
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
  const { headers, query } = credentials(testCase.operation);
  if (headers.length === 0 && query.length === 0) return testCase;
  return { ...testCase, request: addCredentials(testCase.request, headers, query) };
}

function addCredentials(request: HttpRequest, headers: Credentials['headers'], query: readonly string[]): HttpRequest {
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  const retained = request.headers.filter(([name]) => !replaced.has(name.toLowerCase()));
  const separator = request.path.includes('?') ? '&' : '?';
  const path = query.length > 0 ? `${request.path}${separator}${query.join('&')}` : request.path;
  return { ...request, path, headers: [...retained, ...headers] };
}

/** Creates credentials of the right form for an operation, enough for a mock (OpenAPI 3.0.3, Security Scheme Object). */
export function placeholderCredentials(contract: Contract, operation: Operation): Credentials {
  const schemes = (operation.security[0] ?? []).map((name) => {
    const { value } = contract.document.resolve(appendTokens('#/components/securitySchemes', name));
    return isObject(value) ? value : {};
  });
  const placeholders = schemes.map(placeholderFor);
  const cookies = placeholders.flatMap(({ cookie }) => (cookie === undefined ? [] : [cookie]));
  return {
    headers: [
      ...placeholders.flatMap(({ header }) => (header ? [header] : [])),
      ...(cookies.length > 0 ? [['cookie', cookies.join('; ')] as const] : []),
    ],
    query: placeholders.flatMap(({ query }) => (query === undefined ? [] : [query])),
  };
}

const PLACEHOLDER = 'placeholder';

interface Placeholder {
  readonly header?: readonly [string, string];
  readonly query?: string;
  readonly cookie?: string;
}

function placeholderFor(scheme: JsonObject): Placeholder {
  const name = String(scheme['name'] ?? '');
  if (scheme['type'] === 'apiKey') {
    if (scheme['in'] === 'query') return { query: `${percentEncode(name)}=${PLACEHOLDER}` };
    return scheme['in'] === 'cookie' ? { cookie: `${name}=${PLACEHOLDER}` } : { header: [name, PLACEHOLDER] };
  }
  if (scheme['type'] === 'mutualTLS') return {};
  const kind = scheme['type'] === 'http' ? String(scheme['scheme']) : 'Bearer';
  const isBasic = /^basic$/i.test(kind);
  const value = isBasic ? Buffer.from(`${PLACEHOLDER}:${PLACEHOLDER}`).toString('base64') : PLACEHOLDER;
  return { header: ['authorization', `${kind[0]?.toUpperCase()}${kind.slice(1)} ${value}`] };
}
