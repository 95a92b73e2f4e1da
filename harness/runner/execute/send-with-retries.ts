import { setTimeout as pause } from 'node:timers/promises';
import { isAcceptance } from '../../checks/response.ts';
import { isResponse, isTimeout } from '../../core/http-response.ts';
import type { Case, Exchange, HttpResponse, TransportError } from '../../core/model.ts';
import { withCredentials } from '../../http/credentials.ts';
import { retryDelay } from '../../http/retry-after.ts';
import { isConflict, isUnhandledConflict } from '../conclude/duplicates.ts';
import { learnUniqueFields } from '../conclude/unique-fields-probe.ts';
import { explainLostConnection, isLost } from '../service/crash.ts';
import { explainSilence } from '../service/silence.ts';
import type { Executor } from '../suite.ts';
import { conformsToContract } from './conforms.ts';
import { transmit } from './transmit.ts';

const MAX_RETRY_AFTER_ATTEMPTS = 6;
const MAX_CONFLICT_ATTEMPTS = 2;
const MAX_RESET_RETRIES = 3;
/** After this many, and no response in between, the load of the run is not the cause. */
const MAX_ALONE_TIMEOUTS = 2;
/** So many requests that got no response although no other was in flight may have met a pause of the service or its machine. */
const TOLERATED_PAUSES = 2;
/** A service may reject a larger body and close before it has read all of it; its response is lost (RFC 9112 section 9.6). */
const EARLY_REJECT_BODY_BYTES = 16 * 1024;

/**
 * Sends a case until its response is conclusive: waits if told to (429, 503), and replaces taken values (409, 400, 422).
 * @returns the last exchange, with the request as it was sent
 */
export async function sendWithRetries(executor: Executor, testCase: Case): Promise<Exchange> {
  const { case: last, response } = await sendUntilConclusive(executor, testCase);
  const request = executor.sentRequests?.of(last.request) ?? last.request;
  return { case: request === last.request ? last : { ...last, request }, response };
}

async function sendUntilConclusive(executor: Executor, testCase: Case): Promise<Exchange> {
  let current = withCredentials(testCase, executor.credentials);
  let conflicts = 0;
  for (let attempt = 1; ; attempt++) {
    const response = await sendOnce(executor, current);
    const exchange = { case: current, response };
    if (!isResponse(response)) {
      const hasEnded = executor.serviceState.crashes.cases.has(current.id);
      if (!hasEnded && mayBeEarlyReject(exchange) && attempt < MAX_RESET_RETRIES) continue;
      return exchange;
    }
    const wait = retryDelay(response);
    if (wait !== undefined && attempt < MAX_RETRY_AFTER_ATTEMPTS && conformsToContract(executor, exchange)) {
      await pause(wait, undefined, { signal: executor.signal }).catch(() => undefined);
      continue;
    }
    if (isFirstRejection(executor, exchange)) return sendWithOtherValues(executor, exchange);
    const next = conflicts < MAX_CONFLICT_ATTEMPTS ? await replaceTaken(executor, exchange, conflicts) : undefined;
    if (!next) return exchange;
    conflicts = next.conflicts;
    current = withCredentials(next.case, executor.credentials);
  }
}

async function sendOnce(executor: Executor, testCase: Case): Promise<HttpResponse | TransportError> {
  const { serviceState } = executor;
  const { gate, resets, hanging, silence } = serviceState;
  const { response, wasAlone } = await gate.send(async (isAlone) => {
    const received = await transmit(executor, testCase);
    // Before the gate opens for the one that finds out why: it is to know all that were in flight.
    if (isTimeout(received)) noteSilence(executor, testCase, received);
    return { response: received, wasAlone: isAlone() };
  });
  const reset = isResponse(response) ? response.connection?.reset : undefined;
  if (reset) resets.push({ case: testCase, error: reset });
  if (isResponse(response)) return response;
  if (isLost(response)) return explainLostConnection(executor, testCase, response);
  const { id } = testCase.operation;
  if (!isTimeout(response)) return response;
  const known = () => {
    const isHanging =
      hanging.has(id) ||
      silence.alone >= MAX_ALONE_TIMEOUTS ||
      (wasAlone && serviceState.pauses >= TOLERATED_PAUSES) ||
      serviceState.unreachable !== undefined;
    return silence.outcomes.get(testCase) ?? (isHanging ? response : undefined);
  };
  // A timeout may be due to the load of the run itself.
  return known() ?? gate.sendAlone(async () => known() ?? sendAgainAlone(executor, testCase, wasAlone));
}

function noteSilence({ serviceState: { silence } }: Executor, testCase: Case, error: TransportError): void {
  silence.operations.add(testCase.operation.id);
  silence.suspects.set(testCase, error);
}

/** @param wasAlone no other request was in flight the first time either */
async function sendAgainAlone(
  executor: Executor,
  testCase: Case,
  wasAlone: boolean,
): Promise<HttpResponse | TransportError> {
  const { serviceState } = executor;
  const { gate, hanging, silence } = serviceState;
  const suspects = new Map(silence.suspects);
  const alone = await transmit(executor, testCase);
  if (isResponse(alone)) {
    if (wasAlone) serviceState.pauses++;
    else gate.slowDown();
    return alone;
  }
  silence.alone++;
  if (isTimeout(alone)) await explainSilence(executor, testCase.operation, suspects);
  const outcome = silence.outcomes.get(testCase);
  if (outcome === undefined) hanging.add(testCase.operation.id);
  return outcome ?? alone;
}

function mayBeEarlyReject({ case: { request }, response }: Exchange): boolean {
  return 'kind' in response && response.kind === 'reset' && (request.body?.length ?? 0) > EARLY_REJECT_BODY_BYTES;
}

/** Whether the first request of an operation is rejected as invalid: an earlier run may have left records with its values. */
function isFirstRejection(
  { serviceState }: Executor,
  { case: { operation, ...testCase }, response }: Exchange,
): boolean {
  if (!isResponse(response) || !isValidationError(response) || testCase.expectation !== 'accept') return false;
  if (!testCase.withUniqueValues || serviceState.acceptingOperations.has(operation.id)) return false;
  const isFirst = !serviceState.triedOtherValues.has(operation.id);
  serviceState.triedOtherValues.add(operation.id);
  return isFirst;
}

/** The exchange with other strings if those are accepted, else the one before. */
async function sendWithOtherValues(executor: Executor, exchange: Exchange): Promise<Exchange> {
  const other = exchange.case.withUniqueValues?.(MAX_CONFLICT_ATTEMPTS) ?? exchange.case;
  const testCase = withCredentials(other, executor.credentials);
  const response = await sendOnce(executor, testCase);
  const isBetter = isResponse(response) && isAcceptance(testCase.operation, response.status);
  return isBetter ? { case: testCase, response } : exchange;
}

function isValidationError({ status }: HttpResponse): boolean {
  return status === 400 || status === 422;
}

/** A conflict, or a validation error to a valid request: a taken value is one for many frameworks. */
function mayBeTaken(executor: Executor, { operation, expectation }: Case, response: HttpResponse): boolean {
  return isConflict(executor, operation, response) || (isValidationError(response) && expectation === 'accept');
}

/** The case with other unique values, unless it is the first that fails for those it has: that is a finding. */
async function replaceFailing(
  executor: Executor,
  { case: testCase, response }: Exchange,
  conflicts: number,
): Promise<{ readonly case: Case; readonly conflicts: number } | undefined> {
  const { operation } = testCase;
  if (!isResponse(response) || testCase.uniqueFieldUnderTest || !testCase.withUniqueValues) return undefined;
  const isKnown = isUnhandledConflict(executor, operation, response);
  if (!isKnown) await learnUniqueFields(executor, operation, { hasFailed: true });
  return isKnown ? { case: testCase.withUniqueValues(conflicts + 1), conflicts: conflicts + 1 } : undefined;
}

/** The case with other unique values after a documented conflict; undefined if it is sent no more. */
async function replaceTaken(
  executor: Executor,
  exchange: Exchange,
  conflicts: number,
): Promise<{ readonly case: Case; readonly conflicts: number } | undefined> {
  const { case: testCase, response } = exchange;
  const { operation, expectation, uniqueFieldUnderTest: isFixed } = testCase;
  if (!isResponse(response) || !testCase.withUniqueValues) return undefined;
  if (response.status === 500 && expectation === 'accept') return replaceFailing(executor, exchange, conflicts);
  if (!mayBeTaken(executor, testCase, response) || !conformsToContract(executor, exchange)) return undefined;
  const learned = await learnUniqueFields(executor, operation);
  if (!isConflict(executor, operation, response)) return undefined;
  if (expectation === 'reject') {
    // It is to be rejected for what is wrong with it, not for a value that is taken.
    const isRepeated = learned.length > 0 && conflicts === 0;
    return isRepeated ? { case: testCase.withUniqueValues(1), conflicts: MAX_CONFLICT_ATTEMPTS } : undefined;
  }
  // Replaces other strings too, if values that identify no record have been seen to conflict.
  const next = isFixed ? MAX_CONFLICT_ATTEMPTS : conflicts + 1;
  return { case: testCase.withUniqueValues(next), conflicts: next };
}
