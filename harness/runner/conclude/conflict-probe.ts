import { isExpectationFinding } from '../../checks/index.ts';
import { isResponse } from '../../core/http-response.ts';
import { parsePointer } from '../../core/json/pointer.ts';
import type { Case, Exchange, Finding, Operation } from '../../core/model.ts';
import { uniqueFieldNames } from '../../generate/requests/find-unique-fields.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import { looksLikeIdentifier } from '../../generate/values/identifier-names.ts';
import { withCredentials } from '../../http/credentials.ts';
import { conformsToContract } from '../execute/conforms.ts';
import type { Executor } from '../suite.ts';
import { isConflict, saysTaken } from './duplicates.ts';
import { alreadyExists } from './inconclusive.ts';

/** Why a conflict of a case with a fixed value proves nothing; undefined if it does. */
export async function explainConflict(
  executor: Executor,
  { case: testCase, response }: Exchange,
  failures: readonly Finding[],
): Promise<string | undefined> {
  const { operation, expectation, stringUnderTest, uniqueFieldUnderTest } = testCase;
  if (!isResponse(response) || expectation !== 'accept' || !isConflict(executor, operation, response)) return undefined;
  if (!(stringUnderTest || uniqueFieldUnderTest) || !failures.every(isExpectationFinding)) return undefined;
  const isOwnTaken = (uniqueFieldUnderTest || variesIdentifier(testCase)) && saysTaken(response);
  return isOwnTaken || (await rejectsDuplicates(executor, operation)) ? alreadyExists(response.status) : undefined;
}

/** Whether the value under test is an identifier, such as that of an item: an earlier request may have stored it. */
function variesIdentifier({ targets: [target] }: Case): boolean {
  return target?.part.kind === 'request-body' && looksLikeIdentifier(parsePointer(target.instancePath).at(-1) ?? '');
}

/** Tried once per operation; assumed as long as the service has accepted nothing. */
function rejectsDuplicates(executor: Executor, operation: Operation): Promise<boolean> | true {
  const { rejectsDuplicates: known, acceptedCases } = executor.serviceState;
  const accepted = acceptedCases.get(operation.id) ?? [];
  // Repeating an accepted request would prove nothing any more: what has to be unique is renewed.
  if (accepted.length === 0 || isUniqueAbove(executor, operation)) return true;
  const result = known.get(operation.id) ?? isAnyConflict(executor, accepted);
  known.set(operation.id, result);
  return result;
}

/** Whether a property of its body is unique in its own records, or in those of the collection that its path is below. */
function isUniqueAbove({ contract, unique }: Executor, operation: Operation): boolean {
  if (unique.learnedFor(operation.id).length > 0) return true;
  const own = uniqueFieldNames(contract, operation);
  const above = contract.operations.filter(({ path }) => operation.path.startsWith(`${path}/`));
  return above.some(({ id }) => unique.learnedFor(id).some((name) => own.includes(name)));
}

/**
 * Sends accepted requests again, with new unique fields, until one is a conflict: about a new record, if they are about one,
 * since they may have put theirs into another state.
 */
async function isAnyConflict(executor: Executor, accepted: readonly Case[]): Promise<boolean> {
  for (const each of accepted) {
    const renewed = each.withUniqueValues?.(1) ?? each;
    const alone = isSpecified(renewed) ? await executor.records?.live.prepareAlone(renewed) : undefined;
    const repeated = withCredentials(alone?.case ?? renewed, executor.credentials);
    const response = await executor.client.send(repeated.request, executor.signal);
    if (isSpecified(repeated)) executor.records?.created.add({ case: repeated, response }, repeated.spec);
    if (!isResponse(response) || !isConflict(executor, repeated.operation, response)) continue;
    if (conformsToContract(executor, { case: repeated, response })) return true;
  }
  return false;
}
