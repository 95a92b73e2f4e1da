import type { Outcome } from '../core/model.ts';

/** The outcome of an exchange that proves nothing, for this reason: it counts neither for the service nor against it. */
export function inconclusive(judged: Outcome, reason: string): Outcome {
  return { ...judged, verdict: 'skip', findings: [], effect: undefined, exercised: [], reason };
}
