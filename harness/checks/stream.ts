import { headerValues, isResponse } from '../core/http-response.ts';
import { isObject, tryParseJson } from '../core/json/index.ts';
import type { DocumentedResponse, Exchange, HttpResponse, JsonValue, MediaType, StreamItems } from '../core/model.ts';
import { decodeContent } from '../http/content-coding.ts';
import { readStream } from '../openapi/streams/read-stream.ts';
import type { StreamReading } from '../openapi/streams/stream-reading.ts';
import { isBodiless, matchDocumentedResponse } from './response.ts';

/** A response that is a stream, with what was read of it. */
export interface StreamResponse {
  readonly documented: DocumentedResponse;
  readonly mediaType: MediaType;
  readonly stream: StreamItems;
  readonly reading: StreamReading;
}

const readings = new WeakMap<HttpResponse, StreamReading>();

/** Returns the stream of a response. Cached for all checks. @returns undefined if the document has none there, or it cannot be read */
export function matchStream(exchange: Exchange): StreamResponse | undefined {
  const { response } = exchange;
  const { response: documented, mediaType } = matchDocumentedResponse(exchange);
  const stream = mediaType?.stream;
  if (!isResponse(response) || !documented || !stream || isBodiless(exchange)) return undefined;
  const reading = readings.get(response) ?? read(response, stream);
  if (!reading) return undefined;
  readings.set(response, reading);
  return { documented, mediaType, stream, reading };
}

function read(response: HttpResponse, { format }: StreamItems): StreamReading | undefined {
  const isCut = response.streamLimit !== undefined || !response.complete || response.truncatedBytes !== undefined;
  const codings = headerValues(response, 'content-encoding');
  // The beginning of compressed bytes cannot be read.
  if (isCut && codings.length > 0) return undefined;
  const decoded = decodeContent(codings, response.body);
  if ('problem' in decoded)
    return {
      items: [],
      problems: [{ item: undefined, message: `cannot be read: ${decoded.problem}`, source: 'RFC 9110 section 8.4' }],
    };
  const [contentType = ''] = headerValues(response, 'content-type');
  return readStream(format, { body: decoded.body, isCut, contentType });
}

/** What OpenAI and others end their streams with, although no document says so. */
const END_MARK = '[DONE]';

/** What the schema of a stream describes of an item: its value, or why it is none. @returns undefined if there is nothing to describe */
export function describedValue(
  { describes }: StreamItems,
  value: JsonValue | undefined,
): { readonly value: JsonValue } | { readonly problem: string } | undefined {
  if (value === undefined || describes === 'item') return value === undefined ? undefined : { value };
  const data = isObject(value) ? value['data'] : undefined;
  if (typeof data !== 'string' || data === '' || data === END_MARK) return undefined;
  const parsed = tryParseJson(data);
  return 'value' in parsed ? parsed : { problem: parsed.error.message };
}

/** The values that the schema of a stream describes, as a list; the JSON in the data of events as a value. */
export function coverableItems({ stream, reading }: StreamResponse): JsonValue[] {
  return reading.items.flatMap(({ value }) => {
    const described = describedValue(stream, value);
    return described && 'value' in described ? [withParsedData(described.value)] : [];
  });
}

function withParsedData(value: JsonValue): JsonValue {
  if (!isObject(value) || typeof value['data'] !== 'string') return value;
  const parsed = tryParseJson(value['data']);
  return 'value' in parsed ? { ...value, data: parsed.value } : value;
}
