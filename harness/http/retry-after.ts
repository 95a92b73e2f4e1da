import { headerValues } from '../core/http-response.ts';
import type { HttpResponse } from '../core/model.ts';

/** Milliseconds where nothing is said. */
const DEFAULT_RETRY_MS = 100;
const MAX_RETRY_MS = 10_000;

/**
 * Milliseconds after which an answer asks to try again: 429 always does (RFC 6585 section 4), 503 where it says when
 * (RFC 9110 section 15.6.4), else it is a failure. Undefined where it does not.
 */
export function retryDelay(response: HttpResponse): number | undefined {
  const { status } = response;
  if (status !== 429 && status !== 503) return undefined;
  const [value] = headerValues(response, 'retry-after');
  if (value === undefined) return status === 429 ? DEFAULT_RETRY_MS : undefined;
  return Math.min(waitOf(value), MAX_RETRY_MS);
}

/** Seconds, or a date (RFC 9110 section 10.2.3). */
function waitOf(value: string): number {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const wait = Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? 1000 : Math.max(wait, 0);
}
