import { isResponse } from '../../../core/http-response.ts';
import { explainLostConnection } from '../../service/crash.ts';
import type { Executor } from '../../suite.ts';
import type { PlannedTransaction } from './transactions.ts';
import type { DreddResult } from './worker/messages.ts';

/**
 * Finds out whether a transaction got no response because another request ended the service; then it can be repeated.
 * @returns the result with what was found out; undefined if it proves nothing
 */
export async function explainDreddResult(
  executor: Executor,
  { case: testCase }: PlannedTransaction,
  result: DreddResult,
): Promise<DreddResult | undefined> {
  const { actual, networkError: kind, reason = 'no response', durationMs } = result;
  if (actual || (kind !== 'connect' && kind !== 'reset')) return result;
  const outcome = await explainLostConnection(executor, testCase, { kind, detail: reason, durationMs });
  if (isResponse(outcome) || outcome.kind === 'aborted') return undefined;
  // The connection was refused while the service was started again.
  const isBack = outcome.kind === 'connect' && executor.serviceState.unreachable === undefined;
  return isBack ? undefined : { ...result, reason: outcome.detail };
}
