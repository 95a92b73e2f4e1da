import { isAcceptance } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import type { Case, Exchange, Operation } from '../../core/model.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import { withCredentials } from '../../http/credentials.ts';
import type { Role } from '../../openapi/resources/model.ts';
import type { Prepared } from '../pool/tenancy.ts';
import type { Executor } from '../suite.ts';

const CREDENTIALS_LOST = 'the credentials are accepted no more (401): let the run log in with `auth`';

/** What succeeds again in the same state (RFC 9110 section 9.2.2); other operations may be possible only once. */
const REPEATABLE: ReadonlySet<Role> = new Set(['read', 'list', 'head', 'update']);

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
  const { status, isNewRecord } = await repeatBase(executor, base.accepted);
  if (status !== undefined && isAcceptance(operation, status)) return true;
  if (status === undefined || !STATE_CHANGED.has(status)) return undefined;
  base.gone = recordGone(status);
  base.isExpectedToStay = isNewRecord || isRepeatable(executor, operation);
  return false;
}

function recordGone(status: number): string {
  return `the record of its valid request is gone, or in another state (${status})`;
}

function isRepeatable({ records }: Executor, { id }: Operation): boolean {
  const role = records?.live.model.operations.get(id)?.role;
  return role !== undefined && REPEATABLE.has(role);
}

/** By operation id, why what was planned could not all be sent, although nothing that the operation does explains that. */
export function lostBases({ serviceState: { bases } }: Executor): Map<string, string> {
  const lost = [...bases].filter(([, { isExpectedToStay }]) => isExpectedToStay);
  return new Map(lost.map(([id, { gone = '' }]) => [id, gone]));
}

/**
 * Why the base of an operation is not allowed any more either: its credentials are not accepted, as after the end of a
 * session (401), or a service does not say of a record that is gone that it is (403). What is derived from the base is
 * then sent no more.
 */
export async function whyForbidden(executor: Executor, operation: Operation): Promise<string | undefined> {
  const base = executor.serviceState.bases.get(operation.id);
  if (!base || base.gone !== undefined) return base?.gone;
  const { status, isNewRecord } = await repeatBase(executor, base.accepted);
  if (status !== 401 && status !== 403) return undefined;
  base.gone = status === 401 ? CREDENTIALS_LOST : recordGone(status);
  base.isExpectedToStay = status === 401 || isNewRecord || isRepeatable(executor, operation);
  return base.gone;
}

/** Whether the records of a case are as they were when the base of its operation was accepted, as far as is known. */
export async function isBaseAlive(executor: Executor, prepared: Prepared): Promise<boolean> {
  const base = executor.serviceState.bases.get(prepared.case.operation.id);
  if (!base) return false;
  const beside = await executor.records?.live.beside(base.accepted, prepared);
  const status = statusOf(await repeat(executor, beside ?? base.accepted));
  return status === undefined || !STATE_CHANGED.has(status);
}

/** With a new record, if there is one and that of the base is gone; with one to which something was done before, if that helps. */
async function repeatBase(
  executor: Executor,
  base: Case,
): Promise<{ readonly status: number | undefined; readonly isNewRecord: boolean }> {
  const { live } = executor.records ?? {};
  const prepared = (await live?.prepare(base)) ?? { case: base };
  const current = (await live?.conditional(prepared)) ?? prepared;
  const exchange = await repeat(executor, current.case);
  const renewed = await live?.renew(current, exchange, () => Promise.resolve(false));
  let last = renewed ? await repeat(executor, ((await live?.conditional(renewed)) ?? renewed).case) : exchange;
  let used = renewed ?? prepared;
  for (let next = await live?.inOtherState(used, last); live && next; next = await live.inOtherState(used, last)) {
    used = next;
    last = await repeat(executor, (await live.conditional(next)).case);
    live.note(next, isAcceptance(base.operation, statusOf(last) ?? 0));
  }
  await live?.release(used, false);
  const isNewRecord = used !== prepared && ![prepared.lease, used.tenancy?.first].includes(used.lease);
  return { status: statusOf(last), isNewRecord };
}

async function repeat(executor: Executor, accepted: Case): Promise<Exchange> {
  const repeated = withCredentials(accepted.withUniqueValues?.(2) ?? accepted, executor.credentials);
  const response = await executor.client.send(repeated.request, executor.signal);
  const exchange = { case: repeated, response };
  if (isResponse(response) && isSpecified(repeated)) executor.records?.created.add(exchange, repeated.spec);
  return exchange;
}

function statusOf({ response }: Exchange): number | undefined {
  return isResponse(response) ? response.status : undefined;
}
