import type { Executor } from '../suite.ts';
import type { ServiceState } from './service-state.ts';

/** A service may close an idle keep-alive connection at any time (RFC 9112 section 9.5), so a few resets prove nothing. */
const TOLERATED_RESETS = 2;
const MAX_RESET_PROBES = 200;

/**
 * The requests that the service dropped by closing their keep-alive connections. Servers may close idle connections at
 * any time (RFC 9112 section 9.5). To tell that race from dropped requests, replays them with pauses long enough to
 * observe an idle close.
 */
export async function findDroppedRequests(executor: Executor): Promise<ServiceState['resets']> {
  const { client, signal, serviceState } = executor;
  const resets = serviceState.resets.splice(0);
  if (resets.length <= TOLERATED_RESETS || signal.aborted) return [];
  const length = Math.min(MAX_RESET_PROBES, Math.ceil((3 * serviceState.sent) / resets.length) + TOLERATED_RESETS);
  const requests = Array.from({ length }, (_, turn) => resets[turn % resets.length]?.case.request ?? []).flat();
  return (await client.dropsRequests(requests, signal)) ? resets : [];
}
