import { isAcceptance } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import type { Case, Exchange } from '../../core/model.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import { isBaseAlive } from '../establish/recheck.ts';
import type { Prepared } from '../pool/live-records.ts';
import type { Executor } from '../suite.ts';
import { sendWithRetries } from './send-with-retries.ts';

/** Sends a case about live records, and again about others if those are gone or were changed by other requests. */
export async function sendOnLiveRecords(executor: Executor, testCase: Case): Promise<Exchange> {
  const { records } = executor;
  if (!records) return sendWithRetries(executor, testCase);
  let prepared = await records.live.prepare(testCase);
  let exchange = await send(executor, prepared);
  const renewed = await records.live.renew(prepared, exchange, () => isBaseAlive(executor, prepared));
  if (renewed) {
    prepared = renewed;
    exchange = await send(executor, prepared);
  }
  for (;;) {
    const next = await records.live.inOtherState(prepared, exchange);
    if (!next) break;
    prepared = next;
    exchange = await send(executor, prepared);
  }
  await records.live.release(prepared, testCase.expectation !== 'accept' && isAccepted(exchange));
  return exchange;
}

function isAccepted({ case: { operation }, response }: Exchange): boolean {
  return isResponse(response) && isAcceptance(operation, response.status);
}

async function send(executor: Executor, prepared: Prepared): Promise<Exchange> {
  const current = (await executor.records?.live.conditional(prepared)) ?? prepared.case;
  const inSession = (await executor.records?.sessions.prepare(current)) ?? current;
  const exchange = await sendWithRetries(executor, inSession);
  executor.records?.live.note(prepared, isAccepted(exchange));
  if (isSpecified(exchange.case)) executor.records?.created.add(exchange, exchange.case.spec);
  return exchange;
}
