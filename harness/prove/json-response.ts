import { parseJsonBytes, stringifyJson } from '../core/json/index.ts';
import type { JsonValue } from '../core/model.ts';
import type { MockResponse } from '../mock/types.ts';
import { isJsonType, parseMediaType } from '../openapi/media-type.ts';

/** The content type of a response as it is written; '' if it has none. */
export function contentTypeOf({ headers }: Pick<MockResponse, 'headers'>): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** The media type of a response without its parameters; '' if it has none. */
export function mediaTypeOf(response: Pick<MockResponse, 'headers'>): string {
  const written = contentTypeOf(response);
  return parseMediaType(written)?.essence ?? written;
}

export function isJson(response: MockResponse): boolean {
  return response.body.length > 0 && isJsonType(contentTypeOf(response));
}

/** The body of a response in JSON; undefined of any other. */
export function jsonOf(response: MockResponse): JsonValue | undefined {
  return isJson(response) ? parseJsonBytes(response.body) : undefined;
}

export function withBody(response: MockResponse, body: JsonValue): MockResponse {
  return { ...response, body: Buffer.from(stringifyJson(body)) };
}
