import { saysTaken } from '../../conclude/duplicates.ts';
import type { Step } from '../journal.ts';
import type { LiveRecord } from '../live-record.ts';
import type { Unavailable } from './plan-creation.ts';

/** Statuses that no other body would change: credentials, the method, and a service that is busy or broken. */
const FINAL = new Set([401, 403, 405, 429, 501, 503]);

/** Whether a status says that no other body would be accepted. */
export function isHopeless({ response }: Step): boolean {
  return FINAL.has(response?.status ?? 0);
}

/** Whether a record was not created because there is one that it cannot be beside. */
export function isConflicting(made: LiveRecord | Unavailable): made is Unavailable {
  return 'problem' in made && made.step?.response?.status === 409;
}

/** Whether a record was not created because another one has its values; many services respond to that with 400 or 422. */
export function isTaken(made: LiveRecord | Unavailable): boolean {
  return 'problem' in made && made.step !== undefined && namesTaken(made.step);
}

/** Other values are tried before a smaller request, which would have fewer of them. */
export function namesTaken({ response }: Step): boolean {
  return response !== undefined && saysTaken(response);
}

/** Whether a rejection may be due to a record that a request names. */
export const isOfOthers = (step: Step | undefined) => [400, 404, 409, 410, 422].includes(step?.response?.status ?? 0);
