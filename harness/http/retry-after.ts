import { headerValues } from '../core/http-response.ts';
import type { HttpResponse } from '../core/model.ts';

/** Milliseconds where nothing is said. */
const SOON = 100;
const LONGEST = 10_000;

/**
 * Milliseconds after which an answer asks to try again: 429 always does (RFC 6585 section 4), 503 where it says when
 * (RFC 9110 section 15.6.4), else it is a failure. Undefined where it does not.
 */
export function retryDelay(answer: HttpResponse): number | undefined {
  const { status } = answer;
  if (status !== 429 && status !== 503) return undefined;
  const [value] = headerValues(answer, 'retry-after');
  if (value === undefined) return status === 429 ? SOON : undefined;
  return Math.min(waitOf(value), LONGEST);
}

/** Seconds, or a date (RFC 9110 section 10.2.3). */
function waitOf(value: string): number {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const wait = Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? 1000 : Math.max(wait, 0);
}
