import { UsageError } from '../../core/errors.ts';
import type { HttpResponse } from '../../core/model.ts';
import { isRecord, type Loose, toBytes, toPairs } from './convert.ts';
import type { UndiciResponse } from './types.ts';

/** The parts of a response that checks read. */
export interface ReadMessage {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array;
}

const KINDS = 'of fetch, axios, supertest, undici or Playwright, or { status, headers, body }';

/** The client has decoded the body, and these describe it as it was sent. */
const ENCODING_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/**
 * Reads the response of any of the usual clients.
 * @returns a promise if its body has yet to be read
 * @throws {UsageError} for anything else
 */
export function readResponse(response: unknown): ReadMessage | Promise<ReadMessage> {
  if (!isRecord(response))
    throw new UsageError(`assertContract: the response must be one ${KINDS}, not ${kindOf(response)}`);
  if (typeof response['clone'] === 'function') return readFetch(response);
  if (typeof response['status'] === 'function') return readPlaywright(response);
  if ('data' in response && 'config' in response) return readAxios(response);
  if ('text' in response && 'body' in response) return readSupertest(response);
  const body = response['body'] ?? '';
  if (isRecord(body) && typeof body['arrayBuffer'] === 'function') return readUndici(response, body);
  if (isRecord(body) && !(body instanceof Uint8Array) && !(body instanceof ArrayBuffer))
    throw new UsageError(
      'assertContract: response.body must be the text or the bytes that were received, not a parsed value',
    );
  return message(response['status'], toPairs(response['headers'], 'response'), toBytes(body, 'response.body'));
}

export function toHttpResponse({ status, headers, body }: ReadMessage): HttpResponse {
  return { status, statusText: '', httpVersion: '1.1', headers, body, complete: true, durationMs: 0 };
}

async function readFetch(response: Loose): Promise<ReadMessage> {
  if (response['bodyUsed'] === true)
    throw new UsageError(
      'assertContract: the body of the response was read already: pass the response before, or its clone()',
    );
  const copy = (response as unknown as Response).clone();
  return message(copy.status, decoded(toPairs(copy.headers, 'response')), new Uint8Array(await copy.arrayBuffer()));
}

async function readPlaywright(response: Loose): Promise<ReadMessage> {
  const { status, headersArray, body } = response;
  if (typeof status !== 'function' || typeof headersArray !== 'function' || typeof body !== 'function')
    throw new UsageError(`assertContract: the response must be one ${KINDS}`);
  const pairs = (headersArray.call(response) as { name: string; value: string }[]).map(
    ({ name, value }): [string, string] => [name, value],
  );
  return message(status.call(response), decoded(pairs), toBytes(await body.call(response), 'the body'));
}

async function readUndici({ statusCode, headers }: Loose, body: Loose): Promise<ReadMessage> {
  if (body['bodyUsed'] === true)
    throw new UsageError(
      'assertContract: the body of the response was read already: pass { status, headers, body } with its text',
    );
  const { arrayBuffer } = body as unknown as UndiciResponse['body'];
  return message(statusCode, toPairs(headers, 'response'), toBytes(await arrayBuffer.call(body), 'the body'));
}

/** Axios parses JSON; a string is what was received, unless JSON was a string itself. */
function readAxios({ status, headers, data }: Loose): ReadMessage {
  const isText = data === undefined || data === null || typeof data === 'string' || isBinary(data);
  const body = isText ? toBytes(data ?? '', 'response.data') : Buffer.from(JSON.stringify(data));
  return message(status, decoded(toPairs(headers, 'response')), body);
}

/** The text is there for text; other bodies are bytes. */
function readSupertest({ status, headers, text, body }: Loose): ReadMessage {
  const bytes = isBinary(body) ? toBytes(body, 'response.body') : toBytes(text ?? '', 'response.text');
  return message(status, decoded(toPairs(headers, 'response')), bytes);
}

function isBinary(value: unknown): boolean {
  return value instanceof Uint8Array || value instanceof ArrayBuffer;
}

function decoded(headers: [string, string][]): [string, string][] {
  const isEncoded = headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  return isEncoded ? headers.filter(([name]) => !ENCODING_HEADERS.has(name.toLowerCase())) : headers;
}

function message(status: unknown, headers: [string, string][], body: Uint8Array): ReadMessage {
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599)
    return { status, headers, body };
  throw new UsageError(`assertContract: response.status must be a number from 100 to 599, not ${kindOf(status)}`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'number') return String(value);
  return typeof value === 'string' ? JSON.stringify(value) : `a ${typeof value}`;
}
