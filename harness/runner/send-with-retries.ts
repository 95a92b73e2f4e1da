import { setTimeout as pause } from 'node:timers/promises';
import { isResponse } from '../core/http-response.ts';
import type { Case, Exchange, HttpResponse, TransportError } from '../core/model.ts';
import { withCredentials } from '../http/credentials.ts';
import { retryDelay } from '../http/retry-after.ts';
import { conformsToContract } from './conforms.ts';
import type { Executor } from './suite.ts';
import { learnUniqueFields } from './unique-fields-probe.ts';

const MAX_RETRY_AFTER_ATTEMPTS = 6;
const MAX_CONFLICT_ATTEMPTS = 2;
const MAX_RESET_RETRIES = 3;
const RECONNECT_WAIT_MS = 1500;
/** A service may reject a larger body and close before it has read all of it; its response is lost (RFC 9112 section 9.6). */
const EARLY_REJECT_BODY_BYTES = 16 * 1024;

/** Sends a case until its response is conclusive: waits if told to (429, 503), and replaces taken values (409). */
export async function sendWithRetries(executor: Executor, testCase: Case): Promise<Exchange> {
  let current = withCredentials(testCase, executor.credentials);
  let conflicts = 0;
  for (let attempt = 1; ; attempt++) {
    const response = await sendOnce(executor, current);
    const exchange = { case: current, response };
    if (!isResponse(response)) {
      if (mayBeEarlyReject(exchange) && attempt < MAX_RESET_RETRIES) continue;
      return { case: current, response: await explainError(executor, response) };
    }
    const wait = retryDelay(response);
    if (wait !== undefined && attempt < MAX_RETRY_AFTER_ATTEMPTS && conformsToContract(executor, exchange)) {
      await pause(wait, undefined, { signal: executor.signal }).catch(() => undefined);
      continue;
    }
    const next = conflicts < MAX_CONFLICT_ATTEMPTS ? await replaceTaken(executor, exchange, conflicts) : undefined;
    if (!next) return exchange;
    conflicts = next.conflicts;
    current = withCredentials(next.case, executor.credentials);
  }
}

async function sendOnce(executor: Executor, testCase: Case): Promise<HttpResponse | TransportError> {
  const { serviceState } = executor;
  const { gate, resets, hanging } = serviceState;
  const response = await gate.send(() => transmit(executor, testCase));
  const reset = isResponse(response) ? response.connection?.reset : undefined;
  if (reset) resets.push({ case: testCase, error: reset });
  const { id } = testCase.operation;
  if (isResponse(response) || response.kind !== 'timeout' || hanging.has(id)) return response;
  // A timeout may be due to the load of the run itself.
  const alone = await gate.sendAlone(() => transmit(executor, testCase));
  if (isResponse(alone)) gate.slowDown();
  else hanging.add(id);
  return alone;
}

async function transmit(
  { client, signal, serviceState }: Executor,
  testCase: Case,
): Promise<HttpResponse | TransportError> {
  const onResponse = serviceState.crossTalk.watch(testCase);
  serviceState.sent++;
  const response = await client.send(testCase.request, signal);
  onResponse(response);
  return response;
}

function mayBeEarlyReject({ case: { request }, response }: Exchange): boolean {
  return 'kind' in response && response.kind === 'reset' && (request.body?.length ?? 0) > EARLY_REJECT_BODY_BYTES;
}

/** The case with other unique values after a documented 409; undefined if it is sent no more. */
async function replaceTaken(
  executor: Executor,
  exchange: Exchange,
  conflicts: number,
): Promise<{ readonly case: Case; readonly conflicts: number } | undefined> {
  const { case: testCase, response } = exchange;
  const { operation, expectation, uniqueFieldUnderTest: isFixed } = testCase;
  if (!isResponse(response) || response.status !== 409 || !testCase.withUniqueValues) return undefined;
  if (!conformsToContract(executor, exchange)) return undefined;
  const learned = await learnUniqueFields(executor, operation);
  if (expectation === 'reject') {
    // It is to be rejected for what is wrong with it, not for a value that is taken.
    const isRepeated = learned.length > 0 && conflicts === 0;
    return isRepeated ? { case: testCase.withUniqueValues(1), conflicts: MAX_CONFLICT_ATTEMPTS } : undefined;
  }
  // Replaces other strings too, if values that identify no record have been seen to conflict.
  if (isFixed && !executor.serviceState.rejectsDuplicates.has(operation.id)) return undefined;
  const next = isFixed ? MAX_CONFLICT_ATTEMPTS : conflicts + 1;
  return { case: testCase.withUniqueValues(next), conflicts: next };
}

/** Tells a dropped connection from a service that has ended. */
async function explainError(executor: Executor, error: TransportError): Promise<TransportError> {
  const { serviceState, client, signal } = executor;
  if (error.kind !== 'connect' && error.kind !== 'reset') return error;
  const why = await client.waitUntilReachable(RECONNECT_WAIT_MS, signal);
  if (why === undefined) return error;
  const known = serviceState.unreachable;
  serviceState.unreachable ??= `the service no longer listens at ${client.baseUrl} (${why})`;
  // Requests sent after the crash are not its cause.
  if (known !== undefined && error.kind === 'connect') return { ...error, kind: 'aborted', detail: known };
  return { ...error, detail: `${error.detail}; ${serviceState.unreachable}` };
}
