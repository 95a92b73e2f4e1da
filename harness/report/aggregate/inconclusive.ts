import type { CaseResult } from '../../core/model.ts';

/** The result without its evidence: it counts neither for the service nor against it. */
export function asInconclusive(result: CaseResult, reason: string): CaseResult {
  return {
    ...result,
    status: 'skip',
    findings: [],
    disposition: undefined,
    coveredClauses: [],
    inconclusiveReason: reason,
  };
}

/**
 * Decides a result that was left open: a 401 or 403 is explained by missing credentials, unless the service accepts
 * other requests of the operation that are sent with the same ones and the record is known to exist.
 */
export function decide(result: CaseResult, operationAccepts: boolean): CaseResult {
  if (result.inconclusive === undefined) return result;
  const { inconclusive, inconclusiveReason: reason, ...evaluated } = result;
  if (!operationAccepts || inconclusive === 'record') return asInconclusive(evaluated, reason ?? '');
  const failed = evaluated.findings.some(({ severity }) => severity === 'error');
  return { ...evaluated, status: failed ? 'fail' : 'pass' };
}
