import { isResponse } from '../../core/http-response.ts';
import { eventually } from '../pool/eventually.ts';
import type { Executor } from '../suite.ts';
import { harmlessRequest } from './harmless-request.ts';

const RESTART_WAIT_MS = 60_000;
/** How long a service that was started again may fail (5xx) where it succeeded before. */
const READY_WAIT_MS = 10_000;
/** Each restart takes as long as the service takes to start. */
const MAX_RESTARTS = 10;

/** @returns false if the service cannot be started again; nothing more is sent then */
export async function restart(executor: Executor, ended: string): Promise<boolean> {
  const { restart: start, client, signal, serviceState } = executor;
  const { crashes } = serviceState;
  if (signal.aborted || serviceState.unreachable !== undefined) return false;
  if (start && crashes.restarts < MAX_RESTARTS) {
    crashes.restarts++;
    const why = await start((stop) => client.waitUntilReachable(RESTART_WAIT_MS, stop));
    if (why === undefined) {
      await awaitReady(executor);
      return true;
    }
    ended = why;
  }
  const times = crashes.restarts > 1 ? `, also after ${crashes.restarts} restarts` : '';
  serviceState.unreachable = listensNoLonger(executor, ended) + times;
  return false;
}

/** A service may listen before it can respond, as while it creates its tables. */
async function awaitReady(executor: Executor): Promise<void> {
  const { client, signal } = executor;
  const request = harmlessRequest(executor);
  if (!request) return;
  await eventually(
    READY_WAIT_MS,
    () => client.send(request, signal),
    (response) => signal.aborted || (isResponse(response) && response.status < 500),
  );
}

export function listensNoLonger({ client }: Executor, why: string): string {
  return `the service no longer listens at ${client.baseUrl} (${why})`;
}
