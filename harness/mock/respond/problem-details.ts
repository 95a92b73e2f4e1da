import { STATUS_CODES } from 'node:http';
import { writeJson } from '../../core/json/index.ts';
import type { MockAnswer } from '../types.ts';

/** An error for which the document declares no schema (RFC 9457). */
export function problemJson(status: number, detail: string): MockAnswer {
  const problem = { type: 'about:blank', title: reason(status), status, detail };
  return { status, headers: [['content-type', 'application/problem+json']], body: Buffer.from(writeJson(problem)) };
}

/** The reason phrase of a status (RFC 9110 section 15). */
export function reason(status: number): string {
  return STATUS_CODES[status] ?? (status < 500 ? 'Client Error' : 'Server Error');
}
