import type { HttpResponse, TransportError } from './model.ts';

/** True where a whole HTTP answer came. */
export function isResponse(answer: HttpResponse | TransportError): answer is HttpResponse {
  return !('kind' in answer);
}

/** The values of a header, in order; names are case-insensitive (RFC 9110 section 5.1). */
export function headerValues(answer: HttpResponse, name: string): string[] {
  const wanted = name.toLowerCase();
  return answer.headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
}
