import type { HttpResponse, TransportError } from './model.ts';

/** True for an HTTP response, false for a transport error. */
export function isResponse(response: HttpResponse | TransportError): response is HttpResponse {
  return !('kind' in response);
}

/** True for a request without a response in time. */
export function isTimeout(response: HttpResponse | TransportError): response is TransportError {
  return !isResponse(response) && response.kind === 'timeout';
}

/** Returns the values of a header in order; names are case-insensitive (RFC 9110 section 5.1). */
export function headerValues({ headers }: Pick<HttpResponse, 'headers'>, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
}
