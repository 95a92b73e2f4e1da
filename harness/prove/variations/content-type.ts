import type { MockResponse } from '../../mock/types.ts';
import { isJsonType } from '../../openapi/media-type.ts';

/** The content type of a response as it is written; '' if it has none. */
export function contentTypeOf({ headers }: MockResponse): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

export function isJson(response: MockResponse): boolean {
  return response.body.length > 0 && isJsonType(contentTypeOf(response));
}
