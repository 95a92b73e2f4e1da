import { didYouMean, UsageError } from '../../core/errors.ts';
import { isFieldValue } from '../../core/http-field.ts';
import type { HttpClient, HttpRequest, HttpResponse, TransportError } from '../../core/model.ts';
import { toReceivedRequest } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import { routerOf } from '../../openapi/router.ts';
import type { SentRequests } from '../execute/sent-requests.ts';
import { callHook } from './call-hook.ts';
import type { HookRequest, Hooks, RequestChange } from './hooks.ts';

/** A client with hooks, and what changes a request that another client sends. */
export interface HookedClient {
  readonly client: HttpClient;
  readonly prepare: (request: HttpRequest) => Promise<HttpRequest>;
  /** Tells the hook of what another client received. */
  readonly notify: (request: HttpRequest, response: HttpResponse | TransportError) => Promise<void>;
  /** Names of the headers that the hooks have set: signatures and tokens, as those that the user passes. */
  readonly setHeaders: ReadonlySet<string>;
}

/** Returns a client that calls the hooks around each request. */
export function withHooks(client: HttpClient, contract: Contract, hooks: Hooks, sent: SentRequests): HookedClient {
  const { beforeRequest, afterResponse } = hooks;
  if (!beforeRequest && !afterResponse)
    return { client, prepare: async (request) => request, notify: async () => undefined, setHeaders: new Set() };
  const setHeaders = new Set<string>();
  const router = routerOf(contract);
  const describe = (request: HttpRequest): HookRequest => {
    const { operation } = router.routeRequest(toReceivedRequest(request));
    return { ...request, url: client.baseUrl + request.path, operation: operation?.id };
  };
  const prepare = async (request: HttpRequest): Promise<HttpRequest> => {
    const change = beforeRequest && (await callHook('beforeRequest', () => beforeRequest(describe(request))));
    if (!change) return request;
    const prepared = changed(request, checkChange(change));
    for (const [name, value] of prepared.headers) if (!hasHeader(request, name, value)) setHeaders.add(name);
    return prepared;
  };
  const notify = async (request: HttpRequest, response: HttpResponse | TransportError): Promise<void> => {
    if (afterResponse) await callHook('afterResponse', () => afterResponse({ request: describe(request), response }));
  };
  const send = async (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | TransportError> => {
    const prepared = await prepare(request);
    sent.record(request, prepared);
    const response = await client.send(prepared, signal);
    await notify(prepared, response);
    return response;
  };
  const hooked: HttpClient = {
    baseUrl: client.baseUrl,
    send,
    dropsRequests: (requests, signal) => client.dropsRequests(requests, signal),
    waitUntilReachable: (timeoutMs, signal) => client.waitUntilReachable(timeoutMs, signal),
    close: () => client.close(),
  };
  return { client: hooked, prepare, notify, setHeaders };
}

function hasHeader({ headers }: HttpRequest, name: string, value: string): boolean {
  return headers.some(([known, sent]) => known.toLowerCase() === name.toLowerCase() && sent === value);
}

function changed(request: HttpRequest, { headers = {}, path, body }: RequestChange): HttpRequest {
  const set = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value] as const]));
  const kept = request.headers.filter(([name]) => !set.has(name.toLowerCase()));
  const added = [...set.values()].flatMap(([name, value]): (readonly [string, string])[] =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    ...request,
    headers: [...kept, ...added],
    ...(path === undefined ? {} : { path }),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? Buffer.from(body) : body }),
  };
}

const PARTS = ['headers', 'path', 'body'] as const;

/** Hooks in JavaScript have no types. */
function checkChange(change: RequestChange): RequestChange {
  const fail = (problem: string): never => {
    throw new UsageError(
      `the hook beforeRequest returned ${problem}: it may return { headers, path, body } or nothing`,
    );
  };
  if (typeof change !== 'object') return fail(`a ${typeof change}`);
  for (const name of Object.keys(change)) {
    if (PARTS.some((part) => part === name)) continue;
    const guess = didYouMean(name, PARTS);
    return fail(guess === undefined ? name : `${name} (did you mean ${guess}?)`);
  }
  const { headers = {}, path, body } = change;
  if (typeof headers !== 'object' || headers === null || Symbol.iterator in headers)
    return fail('headers that are no map of names to values');
  const wrong = Object.entries(headers).find(
    ([, value]) => value !== undefined && !(typeof value === 'string' && isFieldValue(value)),
  );
  if (wrong) return fail(`a header ${wrong[0]} that HTTP cannot send`);
  if (path !== undefined && (typeof path !== 'string' || !/^\/[\x21-\x7e]*$/.test(path)))
    return fail('a path that is none; it begins with /, without spaces');
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    return fail('a body that is neither a string nor bytes');
  return change;
}
