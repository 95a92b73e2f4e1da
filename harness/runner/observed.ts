import type { HttpRequest, HttpResponse } from '../core/model.ts';

/** Headers as fetch, supertest or node:http give them. */
export type ObservedHeaders =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request that somebody sent, and what came back. */
export interface ObservedExchange {
  readonly request: {
    readonly method: string;
    /** A whole URL, or a path; with its query. */
    readonly url: string;
    readonly headers?: ObservedHeaders | undefined;
    readonly body?: string | Uint8Array | undefined;
  };
  readonly response: {
    readonly status: number;
    readonly headers: ObservedHeaders;
    /** As it came, before any parsing: `await response.text()`, supertest's `response.text`. */
    readonly body: string | Uint8Array;
  };
}

/** The exchange in the terms of checks: the request below `basePath`. */
export function toExchange(
  { request, response }: ObservedExchange,
  basePath: string,
): { request: HttpRequest; answer: HttpResponse } {
  const { pathname, search } = new URL(request.url, 'http://localhost');
  const below = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  return {
    request: {
      method: request.method.toUpperCase(),
      path: below + search,
      headers: pairs(request.headers ?? []),
      body: request.body === undefined ? undefined : bytes(request.body),
    },
    answer: {
      status: response.status,
      statusText: '',
      httpVersion: '1.1',
      headers: pairs(response.headers),
      body: bytes(response.body),
      complete: true,
      durationMs: 0,
    },
  };
}

function pairs(headers: ObservedHeaders): [string, string][] {
  if (Symbol.iterator in headers) return [...headers].map(([name, value]) => [name, value]);
  return Object.entries(headers).flatMap(([name, given]) =>
    [given].flat().flatMap((value): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function bytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}
