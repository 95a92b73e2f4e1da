import { isResponse, isTimeout } from '../../core/http-response.ts';
import type { Case, HttpRequest, Operation, TransportError } from '../../core/model.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { transmit } from '../execute/transmit.ts';
import type { Executor } from '../suite.ts';
import { rememberCrash, withDetail } from './crash.ts';
import { harmlessRequest } from './harmless-request.ts';
import { restart } from './restart.ts';

/** Few services have it, but all that work respond to it. */
const ROOT: HttpRequest = { method: 'GET', path: '/', headers: [], body: undefined };

type Suspects = ReadonlyMap<Case, TransportError>;

/**
 * Finds out which of the requests that got no response in time has the service respond to nothing any more, such as one that it never ends
 * to work at: starts it again and sends them one at a time. Their outcomes are in the state of the service. It has none if another operation
 * still responds, or if there was never a response.
 * @param silent the operation whose request timed out, also when it was sent alone
 */
export async function explainSilence(executor: Executor, silent: Operation, suspects: Suspects): Promise<void> {
  const { serviceState, signal } = executor;
  if (serviceState.crashes.recent.length === 0 || (await responds(executor, silent)) || signal.aborted) return;
  const what = 'the service responded to nothing any more';
  if (!(executor.restart && (await restart(executor, what)))) return explainByChance(executor, suspects, what);
  const culprits = await replay(executor, suspects, what);
  if (culprits > 0 || signal.aborted) return;
  const doubt = `${what}; one of ${suspects.size} requests in flight, none of which blocked it again when sent alone`;
  for (const [testCase, error] of suspects) serviceState.silence.outcomes.set(testCase, withDetail(error, doubt));
}

/** @returns how many requests block the service when sent alone */
async function replay(executor: Executor, suspects: Suspects, what: string): Promise<number> {
  const { serviceState, signal } = executor;
  const { outcomes } = serviceState.silence;
  let culprits = 0;
  for (const [testCase, error] of suspects) {
    const isOver = signal.aborted || serviceState.unreachable !== undefined;
    const again = isOver ? undefined : await transmit(executor, testCase);
    const isSilent = again && isTimeout(again);
    if (!again) outcomes.set(testCase, { ...error, kind: 'aborted', detail: serviceState.unreachable ?? error.detail });
    else outcomes.set(testCase, again);
    if (!isSilent || (await responds(executor, testCase.operation)) || signal.aborted) continue;
    culprits++;
    rememberCrash(executor, testCase);
    outcomes.set(testCase, withDetail(error, `${what}, again when the request was sent alone`));
    await restart(executor, what);
  }
  return culprits;
}

/** Nobody can start the service again: whatever was in flight may have blocked it. */
function explainByChance({ serviceState, restart: canRestart }: Executor, suspects: Suspects, what: string): void {
  serviceState.unreachable ??= what;
  const ids = [...suspects.keys()].map(({ id }) => id).join('; ');
  const hint = canRestart ? '' : '. With --setup, the run starts the service again and finds out which';
  const which = `${what}; any of the ${pluralize(suspects.size, 'request')} in flight may be why: ${ids}${hint}`;
  for (const [testCase, error] of suspects)
    serviceState.silence.outcomes.set(testCase, withDetail(error, suspects.size > 1 ? which : what));
}

/** Whether a request is responded to that has nothing to do with an operation. */
async function responds(executor: Executor, { id }: Operation): Promise<boolean> {
  const { client, signal } = executor;
  return isResponse(await client.send(harmlessRequest(executor, id) ?? ROOT, signal));
}
