import { UsageError } from '../../core/errors.ts';
import type { HttpRequest } from '../../core/model.ts';
import { isRecord, type Loose, toBytes, toPairs } from './convert.ts';

/** A request with its URL, which may be a path. */
export interface ReadRequest extends Omit<HttpRequest, 'path'> {
  readonly url: string;
}

/**
 * Reads a request, or the one that a response of supertest or axios has.
 * @throws {UsageError} if its method or URL is not known
 */
export function readRequest(request: unknown, response: unknown): ReadRequest {
  const given = isRecord(request) ? request : requestOf(response);
  const method = given['method'];
  const url = given['url'] instanceof URL ? given['url'].href : (given['url'] ?? urlOf(response));
  if (typeof method !== 'string' || method === '' || typeof url !== 'string' || url === '')
    throw new UsageError(
      'assertContract: pass the request that was sent: { request: { method, url }, response }; the response does not have it',
    );
  if (!URL.canParse(url, 'http://localhost'))
    throw new UsageError(`assertContract: request.url is not a URL or a path: ${url}`);
  const body = given['body'];
  return {
    method: method.toUpperCase(),
    url,
    headers: toPairs(given['headers'], 'request'),
    body: body === undefined || body === null ? undefined : toBytes(body, 'request.body'),
  };
}

function requestOf(response: unknown): Loose {
  if (!isRecord(response)) return {};
  const { request, config } = response;
  if (isRecord(config)) return axiosRequest(config, request);
  if (!isRecord(request) || !('_data' in request || '_header' in request)) return {};
  const { method, url, header, _data: data } = request;
  const body = typeof data === 'string' || data instanceof Uint8Array ? data : undefined;
  return { method, url, headers: header, body: body ?? (isRecord(data) ? JSON.stringify(data) : undefined) };
}

/** Node's request of axios has the query in its path; elsewhere the URL has none. */
function axiosRequest(config: Loose, request: unknown): Loose {
  const { method = 'get', url = '', baseURL, headers, data } = config;
  const path = isRecord(request) && typeof request['path'] === 'string' ? request['path'] : undefined;
  const base = typeof baseURL === 'string' ? baseURL : 'http://localhost';
  const absolute = URL.canParse(String(url))
    ? String(url)
    : `${base.replace(/\/$/, '')}/${String(url).replace(/^\//, '')}`;
  const target = path === undefined ? absolute : new URL(path, absolute).href;
  const isSent = typeof data === 'string' || data instanceof Uint8Array || data instanceof ArrayBuffer;
  return {
    method,
    url: target,
    headers: headers === undefined ? undefined : { ...(headers as object) },
    body: isSent ? data : undefined,
  };
}

/** Responses of fetch have their URL as a property, those of Playwright as a method. */
function urlOf(response: unknown): unknown {
  if (!isRecord(response)) return undefined;
  const { url } = response;
  return typeof url === 'function' ? url.call(response) : url;
}
