import { isExpectationFinding } from '../checks/index.ts';
import { isResponse } from '../core/http-response.ts';
import type { Case, Exchange, Finding, Operation } from '../core/model.ts';
import { withCredentials } from '../http/credentials.ts';
import { conformsToContract } from './outcome.ts';
import type { SuiteContext } from './suite.ts';

/** Why a conflict over a value that is fixed by what is tested proves nothing; undefined where it does. */
export async function explainConflict(
  context: SuiteContext,
  { case: testCase, response }: Exchange,
  failures: readonly Finding[],
): Promise<string | undefined> {
  const conflicts =
    isResponse(response) && response.status === 409 && testCase.expectation === 'accept' && testCase.stringUnderTest;
  if (!conflicts || !failures.every(isExpectationFinding)) return undefined;
  return (await refusesRepeats(context, testCase.operation)) ? 'the value under test is taken (409)' : undefined;
}

/** Tried once for an operation; where it took nothing yet, nothing speaks against it. */
function refusesRepeats(context: SuiteContext, operation: Operation): Promise<boolean> | true {
  const { rejectsDuplicates: known, acceptedCases } = context.serviceState;
  const accepted = acceptedCases.get(operation.id) ?? [];
  if (accepted.length === 0) return true;
  const tried = known.get(operation.id) ?? isAnyRefused(context, accepted);
  known.set(operation.id, tried);
  return tried;
}

/** Sends what was taken again, but for what identifies the record, until one is refused as a conflict. */
async function isAnyRefused(context: SuiteContext, accepted: readonly Case[]): Promise<boolean> {
  for (const each of accepted) {
    const repeated = withCredentials(each.withUniqueValues?.(1) ?? each, context.credentials);
    const response = await context.target.send(repeated.request, context.signal);
    if (
      isResponse(response) &&
      response.status === 409 &&
      conformsToContract(context, { case: repeated, response: response })
    )
      return true;
  }
  return false;
}
