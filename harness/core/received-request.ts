import type { HttpRequest } from './model.ts';

/** A whole request as a server receives it. */
export interface ReceivedRequest {
  /** As sent; methods are case-sensitive (RFC 9110 section 9.1). */
  readonly method: string;
  /** Request target as sent. */
  readonly target: string;
  /** The target up to `?`; still percent-encoded. */
  readonly path: string;
  /** The target after `?`; still percent-encoded. */
  readonly query: string;
  /** By lower-case name; repeated headers are joined as node:http does. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Empty if none was sent, or if it is too large to be kept. */
  readonly body: Uint8Array;
  /** Present if the body is not kept: the bytes that it exceeds. */
  readonly bodyLimit?: number;
  /** True if it came over TLS. */
  readonly isSecure?: boolean;
  /** The start of the path below which its document is served, without a trailing slash; absent at the root. */
  readonly basePath?: string;
}

/** Returns the path as its document has it, percent-encoded. */
export function documentPath({ path, basePath = '' }: Pick<ReceivedRequest, 'path' | 'basePath'>): string {
  return path.slice(basePath.length);
}

/** Returns the URL of the server as the client knows it, without a path. */
export function originOf({ headers, isSecure }: Pick<ReceivedRequest, 'headers' | 'isSecure'>): string {
  return `${isSecure ? 'https' : 'http'}://${String(headers['host'] ?? 'localhost')}`;
}

/** The part of a request that a problem is about. */
export interface RequestPlace {
  readonly in: 'body' | 'path' | 'query' | 'header' | 'cookie';
  /** Names and indexes from the outside in; of a parameter, its name comes first. */
  readonly path: readonly string[];
}

/** One problem with a request, described for a frontend developer. */
export interface RequestProblem {
  /** The response status that fits. */
  readonly status: number;
  readonly message: string;
  /** Undefined if the problem is about no part in particular. */
  readonly place?: RequestPlace | undefined;
  /** Headers that the status requires, e.g. Allow (RFC 9110 section 15.5.6). */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
}

/** Converts a request to the form in which a server receives it. */
export function toReceivedRequest({ method, path: target, headers, body }: HttpRequest): ReceivedRequest {
  const [path = '', ...query] = target.split('?');
  const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  return { method, target, path, query: query.join('?'), headers: lower, body: body ?? new Uint8Array() };
}

/** What a request target may consist of (RFC 3986 section 3.4, RFC 9112 section 3.2). */
const REQUEST_TARGET = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*$/i;

/** False for a target that is no URI, which a server may reject before the service sees it. */
export function isRequestTarget(target: string): boolean {
  return REQUEST_TARGET.test(target);
}
