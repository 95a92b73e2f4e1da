import type { Case, CaseResult } from '../../core/model.ts';
import { mayRepeat } from '../conclude/invalid-records.ts';
import { conclude } from '../conclude/outcome.ts';
import { withLineage } from '../pool/lineage.ts';
import { onFirstRecords } from '../pool/tenancy.ts';
import type { Executor } from '../suite.ts';
import { evaluate } from './evaluate.ts';
import { sendOnLiveRecords } from './send-on-live-records.ts';

/** Among the first few accepted requests are some with all properties. */
const MAX_REMEMBERED_CASES = 8;

/** Sends a case, with retries, and evaluates the last exchange. */
export async function executeCase(executor: Executor, suite: string, testCase: Case): Promise<CaseResult> {
  const { exchange, prepared } = await sendOnLiveRecords(executor, testCase);
  let evaluated = evaluate(executor, suite, exchange);
  if (evaluated.findings.some((finding) => mayRepeat(exchange.case, finding))) {
    await executor.serviceState.invalidRecords.settled();
    evaluated = evaluate(executor, suite, exchange);
  }
  if (evaluated.disposition === 'accepted') remember(executor, onFirstRecords(exchange.case, prepared));
  const concluded = await conclude(executor, evaluated, exchange, prepared.lease !== undefined);
  return withLineage(concluded, prepared, exchange);
}

function remember({ serviceState: { acceptingOperations, acceptedCases } }: Executor, testCase: Case): void {
  const { id } = testCase.operation;
  const first = acceptedCases.get(id) ?? [];
  acceptingOperations.add(id);
  if (first.length === 0) acceptedCases.set(id, first);
  if (testCase.expectation === 'accept' && first.length < MAX_REMEMBERED_CASES) first.push(testCase);
}
