import { InputError } from '../../core/errors.ts';
import type { HttpResponse, SourceLocation } from '../../core/model.ts';
import { isObject, type Loose, type RecordedBody, requestBody, responseBody } from './recorded-body.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  /** As far as the recorder saw them: browsers leave out cookies and credentials. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: RecordedBody;
}

export interface RecordedResponse extends Omit<HttpResponse, 'body'> {
  readonly body: RecordedBody;
}

/** An exchange of a recording. */
export interface RecordedExchange {
  readonly request: RecordedRequest;
  /** Undefined if none came, e.g. to a request that was canceled. */
  readonly response: RecordedResponse | undefined;
}

type Pair = readonly [name: string, value: string];

/** A recorder decodes bodies (HAR 1.2, content), and these describe them as they were sent. */
const ENCODING_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/**
 * Reads an entry of a HAR file, or `{ request: { method, url, headers, body }, response: { status, headers, body } }`.
 * @param location of the entry, for messages; bodies that are files of their own are beside it
 * @throws {InputError} for anything else
 */
export function readExchange(value: unknown, location: SourceLocation): RecordedExchange {
  const fail = (problem: string): never => {
    throw new InputError(`an exchange needs ${problem} (HAR 1.2, entries)`, location);
  };
  const { request, response, time } = isObject(value) ? value : {};
  if (!isObject(request)) return fail('an object `request`');
  const { method, url } = request;
  if (typeof method !== 'string' || method === '') return fail('a `request.method`');
  const facts = { location, time, method: method.toUpperCase() };
  if (typeof url !== 'string' || !URL.canParse(url, 'http://localhost')) return fail('a URL in `request.url`');
  const headers = readHeaders(request['headers']) ?? fail('`request.headers` as a list of names and values');
  return {
    request: {
      method: facts.method,
      url: new URL(url, 'http://localhost'),
      headers: describing(headers, request['postData']),
      body: requestBody(request, { headers, location }),
    },
    response: isObject(response) ? readResponse(response, facts, fail) : undefined,
  };
}

interface EntryFacts {
  readonly location: SourceLocation;
  readonly time: unknown;
  readonly method: string;
}

function readResponse(
  response: Loose,
  { location, time, method }: EntryFacts,
  fail: (problem: string) => never,
): RecordedResponse | undefined {
  const { status: given, statusText } = response;
  const status = typeof given === 'string' && /^\d{3}$/.test(given) ? Number(given) : given;
  // Recorders write 0, -1 or nothing for a request that failed.
  if (status === null || status === '' || (typeof status === 'number' && status < 100)) return undefined;
  if (typeof status !== 'number') return fail('a number in `response.status`');
  const headers = readHeaders(response['headers']) ?? fail('`response.headers` as a list of names and values');
  return {
    status,
    statusText: typeof statusText === 'string' ? statusText : '',
    // The version of the message as HTTP/1.1 would have it: a recording has no bytes.
    httpVersion: '1.1',
    headers: describing(headers, headers.length === 0 ? response['content'] : undefined),
    body: responseBody(response, {
      headers,
      location,
      isBodiless: method === 'HEAD' || status === 204 || status === 304,
    }),
    complete: true,
    durationMs: typeof time === 'number' && time >= 0 ? time : 0,
  };
}

/** The headers of a decoded message; its media type, if only the recorded content has it. */
function describing(headers: readonly Pair[], content: unknown): readonly Pair[] {
  const kept = headers.filter(([name]) => !ENCODING_HEADERS.has(name.toLowerCase()));
  const type = isObject(content) ? content['mimeType'] : undefined;
  if (typeof type !== 'string' || !type.includes('/')) return kept;
  return kept.some(([name]) => name.toLowerCase() === 'content-type') ? kept : [...kept, ['content-type', type]];
}

/** Reads `[{ name, value }]` of HAR, `[[name, value]]` or a map; without the pseudo-headers of HTTP/2. */
function readHeaders(given: unknown): Pair[] | undefined {
  if (given === undefined || given === null) return [];
  if (!isObject(given)) return undefined;
  const pairs = Array.isArray(given)
    ? given.flatMap(readPair)
    : Object.entries(given).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  const headers: Pair[] = [];
  for (const [name, given] of pairs) {
    const value = typeof given === 'number' ? String(given) : (given ?? '');
    if (typeof name !== 'string' || typeof value !== 'string') return undefined;
    // Browsers join repeated fields with newlines.
    if (name !== '' && !name.startsWith(':')) for (const line of value.split('\n')) headers.push([name, line]);
  }
  return headers;
}

/** Clients for experiments, such as Insomnia, keep headers that are switched off. */
function readPair(each: unknown): unknown[][] {
  if (Array.isArray(each)) return [each as unknown[]];
  if (!isObject(each)) return [[]];
  return each['disabled'] === true ? [] : [[each['name'], each['value']]];
}
