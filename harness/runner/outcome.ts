import type { CaseResult, Exchange, Finding } from '../core/model.ts';
import { asInconclusive } from '../report/aggregate/inconclusive.ts';
import { type InconclusiveReason, inconclusiveReason } from './inconclusive.ts';
import type { Executor } from './suite.ts';

/**
 * The final result of an exchange that was evaluated.
 * @param explainConflict sends requests to find out why a valid request is a conflict (409)
 */
export async function conclude(
  evaluated: CaseResult,
  exchange: Exchange,
  explainConflict: (failures: readonly Finding[]) => Promise<string | undefined>,
): Promise<CaseResult> {
  const failures = evaluated.findings.filter(({ severity }) => severity === 'error');
  const known = inconclusiveReason(exchange, failures);
  if (known) return withReason(evaluated, known);
  const conflict = await explainConflict(failures);
  return conflict === undefined ? evaluated : asInconclusive(evaluated, conflict);
}

/** The result with why it proves nothing; one for missing credentials is decided when the operation is better known. */
export function withReason(evaluated: CaseResult, { kind, text }: InconclusiveReason): CaseResult {
  if (kind === undefined) return asInconclusive(evaluated, text);
  return { ...evaluated, status: 'skip', inconclusive: kind, inconclusiveReason: text };
}

/** Whether the response is as documented, whatever the case expects. */
export function conformsToContract({ checks }: Executor, exchange: Exchange): boolean {
  const neutral: Exchange = { case: { ...exchange.case, expectation: 'any' }, response: exchange.response };
  return checks.every((check) => check.evaluate(neutral).every(({ severity }) => severity !== 'error'));
}
