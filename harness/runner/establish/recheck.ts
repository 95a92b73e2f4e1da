import { isSuccess } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import type { Operation } from '../../core/model.ts';
import { withCredentials } from '../../http/credentials.ts';
import type { BaseState } from '../service-state.ts';
import type { Executor } from '../suite.ts';

/** Statuses that say that the record of a request is gone, or in another state. */
const STATE_CHANGED = new Set([404, 409, 410]);

/**
 * Sends the base of an operation again, to tell a record that is gone from a request that is rejected.
 * @returns undefined if the operation has no base, or its response tells nothing
 */
export async function isBaseAccepted(executor: Executor, operation: Operation): Promise<boolean | undefined> {
  const base = executor.serviceState.bases.get(operation.id);
  if (!base) return undefined;
  if (base.gone !== undefined) return false;
  base.check ??= sendBase(executor, base).finally(() => {
    base.check = undefined;
  });
  return base.check;
}

async function sendBase(executor: Executor, base: BaseState): Promise<boolean | undefined> {
  const { accepted } = base;
  const repeated = withCredentials(accepted.withUniqueValues?.(2) ?? accepted, executor.credentials);
  const response = await executor.client.send(repeated.request, executor.signal);
  if (!isResponse(response)) return undefined;
  if (isSuccess(accepted.operation, response.status)) return true;
  if (!STATE_CHANGED.has(response.status)) return undefined;
  base.gone = `the record of its valid request is gone, or in another state (${response.status})`;
  return false;
}
