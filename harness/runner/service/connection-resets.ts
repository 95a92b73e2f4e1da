import type { Case } from '../../core/model.ts';
import { isSafeMethod } from '../settings/select-operations.ts';
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
  const cases = withFewestEffects(resets.map((each) => each.case));
  const requests = Array.from({ length }, (_, turn) => cases[turn % cases.length]?.request ?? []).flat();
  return (await client.dropsRequests(requests, signal)) ? resets : [];
}

/** Nobody deletes what a replayed request creates. */
function withFewestEffects(cases: readonly Case[]): readonly Case[] {
  const safe = cases.filter(({ operation }) => isSafeMethod(operation.method));
  const rejected = cases.filter(({ expectation }) => expectation === 'reject');
  return [safe, rejected, cases].find((each) => each.length > 0) ?? [];
}
