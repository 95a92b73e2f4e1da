import { isAcceptance } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import type { Case, Operation } from '../../core/model.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import { withCredentials } from '../../http/credentials.ts';
import type { Prepared } from '../pool/tenancy.ts';
import type { Executor } from '../suite.ts';

export const CREDENTIALS_LOST = 'the credentials are accepted no more (401): let the run log in with `auth`';

/** Statuses that say that the record of a request is gone, or in another state. */
const STATE_CHANGED = new Set([404, 409, 410]);

/**
 * Sends the base of an operation again, to tell a record that is gone from a request that is rejected. What is derived
 * from a base that is gone is sent no more.
 * @returns undefined if the operation has no base, or its response tells nothing
 */
export async function isBaseAccepted(executor: Executor, operation: Operation): Promise<boolean | undefined> {
  const base = executor.serviceState.bases.get(operation.id);
  if (!base) return undefined;
  if (base.gone !== undefined) return false;
  const status = await repeatBase(executor, base.accepted);
  if (status !== undefined && isAcceptance(operation, status)) return true;
  if (status === undefined || !STATE_CHANGED.has(status)) return undefined;
  base.gone = `the record of its valid request is gone, or in another state (${status})`;
  return false;
}

/**
 * Whether the credentials with which the base of an operation was accepted are accepted no more, as after the end of a
 * session. What is derived from the base is then sent no more.
 */
export async function areCredentialsLost(executor: Executor, operation: Operation): Promise<boolean> {
  const base = executor.serviceState.bases.get(operation.id);
  if (!base) return false;
  if (base.gone !== undefined) return base.gone === CREDENTIALS_LOST;
  if ((await repeatBase(executor, base.accepted)) !== 401) return false;
  base.gone = CREDENTIALS_LOST;
  return true;
}

/** Whether the records of a case are as they were when the base of its operation was accepted, as far as is known. */
export async function isBaseAlive(executor: Executor, prepared: Prepared): Promise<boolean> {
  const base = executor.serviceState.bases.get(prepared.case.operation.id);
  if (!base) return false;
  const beside = await executor.records?.live.beside(base.accepted, prepared);
  const status = await repeat(executor, beside ?? base.accepted);
  return status === undefined || !STATE_CHANGED.has(status);
}

async function repeatBase(executor: Executor, base: Case): Promise<number | undefined> {
  const { live } = executor.records ?? {};
  const prepared = (await live?.prepare(base)) ?? { case: base };
  const status = await repeat(executor, ((await live?.conditional(prepared)) ?? prepared).case);
  await live?.release(prepared, false);
  return status;
}

/** @returns the status of the response, if there is one */
async function repeat(executor: Executor, accepted: Case): Promise<number | undefined> {
  const repeated = withCredentials(accepted.withUniqueValues?.(2) ?? accepted, executor.credentials);
  const response = await executor.client.send(repeated.request, executor.signal);
  if (!isResponse(response)) return undefined;
  if (isSpecified(repeated)) executor.records?.created.add({ case: repeated, response }, repeated.spec);
  return response.status;
}
