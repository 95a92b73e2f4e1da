import { headerValues } from '../core/http-response.ts';
import type { HttpResponse } from '../core/model.ts';

const DEFAULT_RETRY_MS = 100;
const INVALID_DATE_RETRY_MS = 1000;
const MAX_RETRY_MS = 10_000;

/**
 * Returns the milliseconds after which to retry: always for 429 (RFC 6585 section 4), for 503 only with
 * `Retry-After`, otherwise it is a failure (RFC 9110 section 15.6.4).
 * @returns undefined if the response does not ask for a retry
 */
export function retryDelay(response: HttpResponse): number | undefined {
  const { status } = response;
  if (status !== 429 && status !== 503) return undefined;
  const [value] = headerValues(response, 'retry-after');
  if (value === undefined) return status === 429 ? DEFAULT_RETRY_MS : undefined;
  return Math.min(parseRetryAfter(value), MAX_RETRY_MS);
}

/** Parses seconds or a date (RFC 9110 section 10.2.3). */
function parseRetryAfter(value: string): number {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const delay = Date.parse(value) - Date.now();
  return Number.isNaN(delay) ? INVALID_DATE_RETRY_MS : Math.max(delay, 0);
}
