import { STATUS_CODES } from 'node:http';
import { stringifyJson } from '../../core/json/index.ts';
import type { MockResponse } from '../types.ts';

/** Creates an error for which the document declares no schema (RFC 9457). */
export function problemDetails(status: number, detail: string): MockResponse {
  const problem = { type: 'about:blank', title: reasonPhrase(status), status, detail };
  return { status, headers: [['content-type', 'application/problem+json']], body: Buffer.from(stringifyJson(problem)) };
}

/** Returns the reason phrase of a status (RFC 9110 section 15). */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? (status < 500 ? 'Client Error' : 'Server Error');
}

/** Tells clients that a response is not from the document. */
export const NOTE_HEADER = 'x-mock-note';

/** Creates a response with a status that the document does not have, and says so. */
export function undocumentedResponse(status: number, detail: string): MockResponse {
  const note = [NOTE_HEADER, `status ${status} is not in the document`] as const;
  if (status < 400) return { status, headers: [note], body: new Uint8Array() };
  const problem = problemDetails(status, detail);
  return { ...problem, headers: [...problem.headers, note] };
}

/** Adds to a response what a client should know about it. */
export function withNote(
  made: MockResponse | Promise<MockResponse>,
  text: string,
): MockResponse | Promise<MockResponse> {
  const annotate = (response: MockResponse): MockResponse => ({
    ...response,
    headers: [...response.headers, [NOTE_HEADER, text]],
  });
  return made instanceof Promise ? made.then(annotate) : annotate(made);
}
