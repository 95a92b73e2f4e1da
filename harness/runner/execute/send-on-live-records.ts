import { isAcceptance } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import type { Case, Exchange } from '../../core/model.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import { isBaseAlive } from '../establish/recheck.ts';
import { deletesOnlyOne } from '../pool/record-use.ts';
import type { SuiteRecords } from '../pool/suite-records.ts';
import type { Prepared } from '../pool/tenancy.ts';
import type { Executor } from '../suite.ts';
import { sendWithRetries } from './send-with-retries.ts';

/** What was sent in place of a case, and with which records. */
export interface Sent {
  readonly exchange: Exchange;
  readonly prepared: Prepared;
}

/** Sends a case about live records, and again about others if those are gone or were changed by other requests. */
export async function sendOnLiveRecords(executor: Executor, testCase: Case): Promise<Sent> {
  const { records } = executor;
  if (!records) return { exchange: await sendWithRetries(executor, testCase), prepared: { case: testCase } };
  if (!deletesOnlyOne(records.live.model, testCase.operation)) return sendOnOwn(executor, records, testCase);
  return executor.serviceState.onlyOnes.run(testCase.operation.id, () => sendOnOwn(executor, records, testCase));
}

async function sendOnOwn(executor: Executor, records: SuiteRecords, testCase: Case): Promise<Sent> {
  const { live } = records;
  let sent = await sendOnLasting(executor, records, await live.prepare(testCase));
  for (;;) {
    const next = await live.inOtherState(sent.prepared, sent.exchange);
    if (!next) break;
    sent = await send(executor, next);
  }
  await live.release(sent.prepared, testCase.expectation !== 'accept' && isAccepted(sent.exchange));
  return sent;
}

/** Renews records that are gone once, and again whenever the service was started again: it may keep them in its memory. */
async function sendOnLasting(executor: Executor, { live }: SuiteRecords, prepared: Prepared): Promise<Sent> {
  const { crashes } = executor.serviceState;
  const renew = (sent: Sent) => live.renew(sent.prepared, sent.exchange, () => isBaseAlive(executor, sent.prepared));
  let sent = await send(executor, prepared);
  let restarts: number | undefined;
  while (restarts !== crashes.restarts) {
    restarts = crashes.restarts;
    const renewed = await renew(sent);
    if (!renewed) break;
    sent = await send(executor, renewed);
  }
  return sent;
}

function isAccepted({ case: { operation }, response }: Exchange): boolean {
  return isResponse(response) && isAcceptance(operation, response.status);
}

async function send(executor: Executor, given: Prepared): Promise<Sent> {
  const { operation } = given.case;
  const conditions = executor.records?.live.conditions;
  const isTagged = conditions?.requiresTag(operation);
  const current = (await executor.records?.live.conditional(given)) ?? given;
  const inSession = (await executor.records?.sessions.prepare(current.case)) ?? current.case;
  const exchange = await sendWithRetries(executor, inSession);
  const status = isResponse(exchange.response) ? exchange.response.status : undefined;
  if (!isTagged && given.lease && conditions?.learnTag(operation, status)) return send(executor, given);
  executor.records?.live.note(given, isAccepted(exchange));
  if (isSpecified(exchange.case)) executor.records?.created.add(exchange, exchange.case.spec);
  return { exchange, prepared: current.read ? { ...given, read: current.read } : given };
}
