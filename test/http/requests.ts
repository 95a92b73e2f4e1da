import { setMaxListeners } from 'node:events';
import { onTestFinished } from 'vitest';
import type { HttpClient, HttpRequest, HttpResponse, TransportError } from '../../harness/core/model.ts';
import { createHttpClient, type HttpClientOptions } from '../../harness/http/client.ts';

export const neverAborted: AbortSignal = new AbortController().signal;
setMaxListeners(0, neverAborted);

export const text = (response: HttpResponse | TransportError | undefined) =>
  response && 'body' in response ? Buffer.from(response.body).toString() : undefined;

export function openClient(baseUrl: string, options: Partial<HttpClientOptions> = {}): HttpClient {
  const client = createHttpClient({ baseUrl, timeoutMs: 5000, connections: 4, ...options });
  onTestFinished(() => client.close());
  return client;
}

export function request(init: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'POST', path: '/things', headers: [], body: Buffer.from('{}'), ...init };
}

export const send = (url: string, init?: Partial<HttpRequest>, options?: Partial<HttpClientOptions>) =>
  openClient(url, options).send(request(init), neverAborted);
