import { isExpectationFinding } from '../../checks/index.ts';
import { isAcceptance } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import type { CaseResult, Exchange, Finding } from '../../core/model.ts';
import type { Executor } from '../suite.ts';
import { truncateBody } from './truncate-response.ts';

/** What an exchange is evaluated with. */
export type Evaluator = Pick<Executor, 'checks' | 'coverage' | 'contract'> & Partial<Pick<Executor, 'serviceState'>>;

/** The result of an exchange by all checks, whatever it proves. */
export function evaluate(evaluator: Evaluator, suite: string, exchange: Exchange): CaseResult {
  const { checks, coverage, contract, serviceState } = evaluator;
  const { case: testCase, response } = exchange;
  const partialBefore = contract.schemas.partialCount;
  const found = checks.flatMap((check) => check.evaluate(exchange));
  const findings = serviceState ? found.map((each) => serviceState.invalidRecords.explain(exchange, each)) : found;
  const isPartial = contract.schemas.partialCount > partialBefore;
  const failures = findings.filter(({ severity }) => severity === 'error');
  return {
    suite,
    case: testCase.id,
    operation: testCase.operation.id,
    expectation: testCase.expectation,
    status: failures.length > 0 ? 'fail' : 'pass',
    findings,
    disposition: dispositionOf(exchange, failures),
    coveredClauses: isPartial ? coverage.evaluatedBy(exchange) : coverage.coveredBy(exchange),
    durationMs: response.durationMs,
    exchange: { request: testCase.request, response: truncateBody(response) },
  };
}

function dispositionOf({ case: { operation }, response }: Exchange, failures: readonly Finding[]) {
  if (!isResponse(response)) return undefined;
  if (isAcceptance(operation, response.status)) return 'accepted';
  const isWellFormed = failures.every(isExpectationFinding);
  return response.status >= 400 && isWellFormed ? 'rejected' : undefined;
}
