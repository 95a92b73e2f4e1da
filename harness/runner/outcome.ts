import type { CaseResult, Exchange } from '../core/model.ts';
import type { SuiteContext } from './suite.ts';

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

/** Whether the answer is as the contract documents it, whatever the intent was. */
export function conformsToContract(context: SuiteContext, exchange: Exchange): boolean {
  const neutral: Exchange = { case: { ...exchange.case, expectation: 'any' }, response: exchange.response };
  return context.checks.every((check) => check.evaluate(neutral).every(({ severity }) => severity !== 'error'));
}
