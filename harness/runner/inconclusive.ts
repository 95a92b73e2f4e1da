import type { CaseResult } from '../core/model.ts';

/** The outcome of an exchange that proves nothing, for this reason: it counts neither for the service nor against it. */
export function markInconclusive(judged: CaseResult, reason: string): CaseResult {
  return {
    ...judged,
    status: 'skip',
    findings: [],
    disposition: undefined,
    coveredClauses: [],
    inconclusiveReason: reason,
  };
}
