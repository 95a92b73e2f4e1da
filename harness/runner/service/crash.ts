import { setTimeout as pause } from 'node:timers/promises';
import { isResponse } from '../../core/http-response.ts';
import type { Case, HttpResponse, TransportError } from '../../core/model.ts';
import { transmit } from '../execute/transmit.ts';
import type { Executor } from '../suite.ts';
import { crashReason } from './circuit-breaker.ts';
import { listensNoLonger, restart } from './restart.ts';
import type { Suspect } from './service-state.ts';

const RECONNECT_WAIT_MS = 1500;
/** How long after its response a request can still end the service, and one that ends accepts connections. */
const LATE_CRASH_MS = 50;
/** The same on a machine so busy that it was noticed only with the next request. */
const BUSY_CRASH_MS = 1000;

type Received = HttpResponse | TransportError;

/**
 * Finds out why a request got no response, together with the others that were in flight with it: sends them again one at
 * a time, to a service that was started again if it has ended.
 * @returns the response of a request that was not the cause, or the error with what was found out
 */
export async function explainLostConnection(
  executor: Executor,
  testCase: Case,
  error: TransportError,
): Promise<Received> {
  const { crashes, gate } = executor.serviceState;
  const suspect: Suspect = { case: testCase, error };
  crashes.suspects.push(suspect);
  while (suspect.outcome === undefined) {
    crashes.investigation ??= gate
      .sendAlone(() => investigate(executor))
      .finally(() => {
        crashes.investigation = undefined;
      });
    await crashes.investigation;
  }
  return suspect.outcome;
}

/** Decides the outcome of all suspects. */
async function investigate(executor: Executor): Promise<void> {
  const { crashes, unreachable: known } = executor.serviceState;
  if (executor.restart) await pauseForEnd(executor);
  const why = await reachable(executor, RECONNECT_WAIT_MS);
  const suspects = crashes.suspects.splice(0);
  if (executor.signal.aborted) for (const each of suspects) each.outcome = each.error;
  else if (why === undefined) await explainDropped(executor, suspects);
  else if (await restart(executor, why)) await explainEnded(executor, suspects, listensNoLonger(executor, why));
  else explainByChance(executor, suspects, known);
}

/** The service is there but dropped connections: those that it drops again when sent alone are the cause. */
async function explainDropped(executor: Executor, suspects: readonly Suspect[]): Promise<void> {
  const [first] = suspects;
  if (first && suspects.length === 1) {
    first.outcome = first.error;
    return;
  }
  const culprits = await replay(executor, suspects);
  conclude(executor, suspects, culprits, {
    isDecided: culprits.length > 0,
    undecided: `one of ${suspects.length} requests in flight; none was dropped when sent again alone`,
  });
}

/** The service ended and was started again: the request that ends it again when sent alone is the cause. */
async function explainEnded(executor: Executor, suspects: readonly Suspect[], what: string): Promise<void> {
  const { crashes } = executor.serviceState;
  const culprits = await replay(executor, suspects);
  let isDecided = culprits.length > 0;
  if (!isDecided) {
    const late = `${what}, shortly after the response to this request`;
    const recent: Suspect[] = crashes.recent.toReversed().map((each) => ({ case: each, error: noResponse(late) }));
    const found = await replay(executor, recent, true);
    crashes.late.push(...found.map(({ case: testCase, error }) => ({ case: testCase, error })));
    isDecided = found.length > 0;
  }
  conclude(executor, suspects, culprits, {
    isDecided,
    undecided: `${what}; one of ${suspects.length} requests in flight, none of which ended it when sent again alone`,
  });
}

function conclude(
  { serviceState }: Executor,
  suspects: readonly Suspect[],
  culprits: readonly Suspect[],
  { isDecided, undecided }: { readonly isDecided: boolean; readonly undecided: string },
): void {
  const isAnyError = suspects.some(({ alone }) => alone !== undefined && !isResponse(alone));
  const doubted = suspectsOf(suspects);
  for (const each of suspects) {
    const { alone, error } = each;
    if (each.outcome !== undefined) continue;
    if (culprits.includes(each))
      each.outcome = withDetail(error, 'the service ended; it ended again when the request was sent alone');
    else if (!alone) each.outcome = { ...error, kind: 'aborted', detail: serviceState.unreachable ?? error.detail };
    else if (isDecided || isAnyError || !doubted.includes(each)) each.outcome = alone;
    else each.outcome = withDetail(error, undecided);
  }
}

/**
 * Nobody can start the service again: whatever was in flight may have ended it.
 * @param known why it was unreachable before
 */
function explainByChance(executor: Executor, suspects: readonly Suspect[], known: string | undefined): void {
  const { serviceState, restart: canRestart } = executor;
  const what = serviceState.unreachable ?? 'the service no longer listens';
  const blamed = suspectsOf(suspects, known !== undefined);
  const ids = blamed.map(({ case: { id } }) => id).join('; ');
  const hint = canRestart ? '' : '. With --setup, the run starts the service again and finds out which';
  const doubt = `; any of the ${blamed.length} requests in flight may have ended it: ${ids}${hint}`;
  for (const each of suspects)
    each.outcome = blamed.includes(each)
      ? withDetail(each.error, blamed.length > 1 ? what + doubt : what)
      : { ...each.error, kind: 'aborted', detail: what };
}

/** The service has seen nothing of a request whose connection it refused, which then cannot have ended it. */
function suspectsOf(suspects: readonly Suspect[], isKnown = false): readonly Suspect[] {
  const received = suspects.filter(({ error }) => error.kind !== 'connect');
  return received.length > 0 || isKnown ? received : suspects.slice(0, 1);
}

/**
 * Sends requests again, one at a time, and starts the service again whenever one ends it. After the last restart no more are sent.
 * @returns those that ended it
 */
async function replay(executor: Executor, suspects: readonly Suspect[], isOneEnough = false): Promise<Suspect[]> {
  const culprits: Suspect[] = [];
  let previous: Suspect | undefined;
  for (const each of suspects) {
    if (executor.signal.aborted) break;
    const ended = crashReason(executor.serviceState, each.case.operation.id);
    if (ended !== undefined && each.error.kind !== 'connect') {
      each.outcome = { ...each.error, kind: 'aborted', detail: ended };
      continue;
    }
    if (hasAlwaysEnded(executor, each, suspects)) {
      each.outcome = withDetail(each.error, 'the service ended, as with the request of this operation before');
      culprits.push(each);
      rememberCrash(executor, each.case);
      continue;
    }
    each.alone = await transmit(executor, each.case);
    const why = await whyEnded(executor, each.alone);
    if (why !== undefined) {
      const isRestarted = await restart(executor, why);
      const culprit = previous && isRestarted && (await endsLate(executor, previous)) ? previous : each;
      if (culprit === previous) each.alone = await transmit(executor, each.case);
      culprits.push(culprit);
      rememberCrash(executor, culprit.case);
      if (!isRestarted || isOneEnough) break;
    }
    previous = why === undefined ? each : undefined;
  }
  return culprits;
}

/** Whether the end that was noticed with the next request is due to this one. */
async function endsLate(executor: Executor, { case: testCase }: Suspect): Promise<boolean> {
  await transmit(executor, testCase);
  await pauseForEnd(executor, BUSY_CRASH_MS);
  const why = await reachable(executor, 0);
  return why !== undefined && !executor.signal.aborted && (await restart(executor, why));
}

/** Whether a request that was alone in flight is of an operation that has accepted nothing yet, and has ended the service before. */
function hasAlwaysEnded(
  { serviceState }: Executor,
  { case: { operation } }: Suspect,
  all: readonly Suspect[],
): boolean {
  const { crashes, acceptingOperations } = serviceState;
  return all.length === 1 && crashes.counts.has(operation.id) && !acceptingOperations.has(operation.id);
}

async function whyEnded(executor: Executor, response: Received): Promise<string | undefined> {
  const wasSeen = isResponse(response) || !isLost(response);
  if (wasSeen || executor.restart) await pauseForEnd(executor);
  const why = await reachable(executor, wasSeen ? 0 : RECONNECT_WAIT_MS);
  return executor.signal.aborted ? undefined : why;
}

/** A service that drops connections and goes on is not waited for each time, if nobody could start it again anyway. */
async function pauseForEnd({ signal }: Executor, ms = LATE_CRASH_MS): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

/** Counts a case that ended the service; an operation of which there are several is tested no further. */
export function rememberCrash({ serviceState }: Executor, { id, operation }: Case): void {
  const { crashes, notReached } = serviceState;
  if (crashes.cases.has(id)) return;
  crashes.cases.add(id);
  crashes.counts.set(operation.id, (crashes.counts.get(operation.id) ?? 0) + 1);
  const reason = crashReason(serviceState, operation.id);
  if (reason !== undefined) notReached.set(operation.id, reason);
}

function reachable({ client, signal }: Executor, waitMs: number): Promise<string | undefined> {
  return client.waitUntilReachable(waitMs, signal);
}

/** Whether it can be due to a service that ended. */
export function isLost({ kind }: TransportError): boolean {
  return kind === 'connect' || kind === 'reset';
}

export function withDetail(error: TransportError, detail: string): TransportError {
  return { ...error, detail: `${error.detail}; ${detail}` };
}

function noResponse(detail: string): TransportError {
  return { kind: 'reset', detail, durationMs: 0 };
}
