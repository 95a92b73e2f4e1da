import type { ReceivedRequest } from '../../core/received-request.ts';
import type { MockResponse } from '../types.ts';

type HeaderList = (readonly [name: string, value: string])[];

/** Headers that a script may read anyway (Fetch standard, CORS-safelisted response-header name). */
const SAFELISTED = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'pragma',
]);

/** True for a CORS preflight request (Fetch standard). */
export function isPreflight({ method, headers }: ReceivedRequest): boolean {
  return (
    method === 'OPTIONS' && headers['origin'] !== undefined && headers['access-control-request-method'] !== undefined
  );
}

/** Allows what the preflight asks for; with credentials, wildcards have no effect (Fetch standard, section 3.3.4). */
export function preflightResponse({ headers }: ReceivedRequest): MockResponse {
  const requestedHeaders = headers['access-control-request-headers'];
  const response: HeaderList = [
    ['access-control-allow-origin', String(headers['origin'])],
    ['access-control-allow-methods', String(headers['access-control-request-method'])],
    ['access-control-allow-credentials', 'true'],
    ['access-control-max-age', '600'],
    ['vary', 'origin, access-control-request-method, access-control-request-headers'],
  ];
  if (requestedHeaders !== undefined) response.push(['access-control-allow-headers', String(requestedHeaders)]);
  // Chrome sends this before a page of the public network accesses a private address (Private Network Access).
  if (headers['access-control-request-private-network'] !== undefined)
    response.push(['access-control-allow-private-network', 'true']);
  return { status: 204, headers: response, body: new Uint8Array() };
}

/** Returns the headers that allow a script of another origin to read the response with all its headers. */
export function corsHeaders({ headers }: ReceivedRequest, response: MockResponse): HeaderList {
  const { origin } = headers;
  if (origin === undefined) return [];
  const cors: HeaderList = [
    ['access-control-allow-origin', String(origin)],
    ['access-control-allow-credentials', 'true'],
    ['vary', 'origin'],
  ];
  const exposed = response.headers.map(([name]) => name.toLowerCase()).filter((name) => !SAFELISTED.has(name));
  if (exposed.length > 0) cors.push(['access-control-expose-headers', [...new Set(exposed)].join(', ')]);
  return cors;
}
