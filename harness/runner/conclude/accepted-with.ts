import { isAcceptance } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import type { Exchange, Finding } from '../../core/model.ts';
import { buildRequest, type RequestSpec } from '../../generate/requests/build-request.ts';
import { isSpecified, type SpecifiedCase } from '../../generate/requests/test-case.ts';
import { withCredentials } from '../../http/credentials.ts';
import type { Executor } from '../suite.ts';
import { isOutcomeOnly } from './inconclusive.ts';

/** A valid request, and the status with which it was rejected. */
export interface RejectedCase {
  readonly testCase: SpecifiedCase;
  readonly status: number;
}

/** The valid request of an exchange, if nothing but its rejection, with one of these statuses, is a finding. */
export function rejectedCase(
  { case: testCase, response }: Exchange,
  failures: readonly Finding[],
  statuses: ReadonlySet<number>,
): RejectedCase | undefined {
  if (!isSpecified(testCase) || testCase.expectation !== 'accept' || testCase.expected?.status !== undefined)
    return undefined;
  if (!isResponse(response) || !statuses.has(response.status) || !isOutcomeOnly(failures)) return undefined;
  return { testCase, status: response.status };
}

/** Whether a case is accepted with other values: sends it with them. */
export async function isAcceptedWith(executor: Executor, testCase: SpecifiedCase, spec: RequestSpec): Promise<boolean> {
  const { operation } = testCase;
  const other = { ...testCase, spec, request: { ...testCase.request, ...buildRequest(operation, spec) } };
  const { request } = withCredentials(other, executor.credentials);
  const response = await executor.client.send(request, executor.signal);
  executor.records?.created.add({ case: other, response }, spec);
  return isResponse(response) && isAcceptance(operation, response.status);
}
