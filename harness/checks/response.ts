import { headerValues, isResponse } from '../core/http-response.ts';
import { JsonSyntaxError, parseJsonBytes } from '../core/json/index.ts';
import type { DocumentedResponse, Exchange, HttpResponse, JsonValue, MediaType, Operation } from '../core/model.ts';
import { decodeContent } from '../http/content-coding.ts';
import { matchMediaType } from '../openapi/media-type.ts';

/** Statuses after which no body may follow (RFC 9110 sections 15.3.5 and 15.4.5), and answers to HEAD. */
export function isBodiless({ case: { request }, response }: Exchange): boolean {
  return isResponse(response) && (request.method === 'HEAD' || response.status === 204 || response.status === 304);
}

/** True for a status that the contract documents as a success: 2xx, or a 3xx that it names; `default` only where it names none. */
export function isSuccess(operation: Operation, status: number): boolean {
  const named = operation.responses.some(({ key }) => /^[23]/.test(key));
  const key = operation.response(status)?.key;
  if (operation.responses.length === 0) return status >= 200 && status < 300;
  if (status < 200 || status >= 400 || key === undefined) return false;
  return named ? key !== 'default' : status < 300;
}

/** True where the contract says anything of failures. */
export function documentsErrors(operation: Operation): boolean {
  return operation.responses.some(({ key }) => key === 'default' || /^[45]/.test(key));
}

interface Documented {
  readonly response: DocumentedResponse | undefined;
  readonly mediaType: MediaType | undefined;
}

const claims = new WeakMap<Exchange, Documented>();

/** The documented response and media type that an answer claims to be; undefined parts where it claims none. Found once for all checks. */
export function matchDocumentedResponse(exchange: Exchange): Documented {
  const claim = claims.get(exchange) ?? readClaim(exchange);
  claims.set(exchange, claim);
  return claim;
}

function readClaim({ case: { operation }, response: answer }: Exchange): Documented {
  if (!isResponse(answer)) return { response: undefined, mediaType: undefined };
  const response = operation.response(answer.status);
  const [contentType] = headerValues(answer, 'content-type');
  return { response, mediaType: response && contentType ? matchMediaType(response.content, contentType) : undefined };
}

/** The status line and the beginning of the body, for messages. */
export function summarizeResponse(response: HttpResponse): string {
  const text = Buffer.from(response.body.subarray(0, 200)).toString('utf8').replace(/\s+/g, ' ').trim();
  return `${response.status}${response.statusText ? ` ${response.statusText}` : ''}${text ? ` ${text}` : ', empty body'}`;
}

/** A body as JSON, or why it is none. */
export type ParsedBody = { readonly value: JsonValue } | { readonly problem: string };

const bodies = new WeakMap<HttpResponse, ParsedBody>();

/** The answer's body as JSON; read once for all checks. */
export function parseJsonBody(response: HttpResponse): ParsedBody {
  let body = bodies.get(response);
  if (!body) {
    body = read(response);
    bodies.set(response, body);
  }
  return body;
}

function read(response: HttpResponse): ParsedBody {
  const decoded = decodeContent(headerValues(response, 'content-encoding'), response.body);
  if ('problem' in decoded) return decoded;
  if (decoded.body.length === 0) return { problem: 'the body is empty' };
  try {
    return { value: parseJsonBytes(decoded.body) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { problem: error.message };
    throw error;
  }
}
