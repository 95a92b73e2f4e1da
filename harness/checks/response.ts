import { headerValues, isResponse } from '../core/http-response.ts';
import { tryParseJson } from '../core/json/index.ts';
import type {
  DocumentedResponse,
  Exchange,
  HttpResponse,
  JsonValue,
  MediaType,
  Operation,
  XmlBody,
} from '../core/model.ts';
import { decodeContent } from '../http/content-coding.ts';
import { matchMediaType } from '../openapi/media-type.ts';

/** True for responses without content: to HEAD, and with status 204 or 304 (RFC 9110 sections 15.3.5 and 15.4.5). */
export function isBodiless({ case: { request }, response }: Exchange): boolean {
  return isResponse(response) && (request.method === 'HEAD' || response.status === 204 || response.status === 304);
}

/** True for a documented success: 2xx, or a listed 3xx; `default` counts only if no success is listed. */
export function isSuccess(operation: Operation, status: number): boolean {
  const named = operation.responses.some(({ key }) => /^[23]/.test(key));
  const key = operation.response(status)?.key;
  if (operation.responses.length === 0) return status >= 200 && status < 300;
  if (status < 200 || status >= 400 || key === undefined) return false;
  return named ? key !== 'default' : status < 300;
}

/** True if the service did what it was asked: a documented success or any 2xx, whose status is a finding of its own. */
export function isAcceptance(operation: Operation, status: number): boolean {
  return isSuccess(operation, status) || (status >= 200 && status < 300);
}

/** True if a request can be accepted: a success is documented, or nothing is. */
export function documentsSuccess({ responses }: Operation): boolean {
  return responses.length === 0 || responses.some(({ key }) => key === 'default' || /^[23]/.test(key));
}

/** True if any error response is documented. */
export function documentsErrors(operation: Operation): boolean {
  return operation.responses.some(({ key }) => key === 'default' || /^[45]/.test(key));
}

interface MatchedResponse {
  readonly response: DocumentedResponse | undefined;
  readonly mediaType: MediaType | undefined;
}

const matchCache = new WeakMap<Exchange, MatchedResponse>();

/** Returns the documented response and media type for the status and Content-Type of a response. Cached for all checks. */
export function matchDocumentedResponse(exchange: Exchange): MatchedResponse {
  const matched = matchCache.get(exchange) ?? findMatch(exchange);
  matchCache.set(exchange, matched);
  return matched;
}

function findMatch({ case: { operation }, response }: Exchange): MatchedResponse {
  if (!isResponse(response)) return { response: undefined, mediaType: undefined };
  const documented = operation.response(response.status);
  const [contentType] = headerValues(response, 'content-type');
  const mediaType = documented && contentType ? matchMediaType(documented.content, contentType) : undefined;
  return { response: documented, mediaType };
}

/** Returns the status line and the beginning of the body, for messages. */
export function summarizeResponse(response: HttpResponse): string {
  const text = Buffer.from(response.body.subarray(0, 200)).toString('utf8').replace(/\s+/g, ' ').trim();
  return `${response.status}${response.statusText ? ` ${response.statusText}` : ''}${text ? ` ${text}` : ', empty body'}`;
}

/** A body as JSON, or the reason why it is not JSON. */
export type ParsedBody = { readonly value: JsonValue } | { readonly problem: string };

const bodyCache = new WeakMap<HttpResponse, ParsedBody>();

/** Parses the body as JSON. Cached for all checks. */
export function parseJsonBody(response: HttpResponse): ParsedBody {
  let body = bodyCache.get(response);
  if (!body) {
    body = parseBody(response);
    bodyCache.set(response, body);
  }
  return body;
}

/** Reads the body as XML. @returns undefined if nothing says what it stands for */
export function readXmlBody(response: HttpResponse, xml: XmlBody): ParsedBody | undefined {
  const decoded = decodedBody(response);
  return 'problem' in decoded ? decoded : xml.read(decoded.body);
}

function decodedBody(response: HttpResponse): ReturnType<typeof decodeContent> {
  const decoded = decodeContent(headerValues(response, 'content-encoding'), response.body);
  return 'body' in decoded && decoded.body.length === 0 ? { problem: 'the body is empty' } : decoded;
}

function parseBody(response: HttpResponse): ParsedBody {
  const decoded = decodedBody(response);
  if ('problem' in decoded) return { problem: decoded.problem };
  const parsed = tryParseJson(decoded.body);
  return 'error' in parsed ? { problem: parsed.error.message } : parsed;
}
