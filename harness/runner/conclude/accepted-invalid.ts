import { EXPECTED_OUTCOME } from '../../core/check-ids.ts';
import { tryParseJson } from '../../core/json/index.ts';
import { type Clause, type Exchange, type Finding, findingKey } from '../../core/model.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { Executor } from '../suite.ts';

/** Longer bodies are not compared with what later responses show. */
export const MAX_REMEMBERED_BYTES = 256 * 1024;

/**
 * The finding that a service accepted an invalid request, if it is reported: as an error, or known by the baseline. Whether a request may
 * be accepted that nobody expects to be rejected is decided by those that violate the same clauses: all of them have to be reported.
 * @param reported the keys of such findings; gets that of this one
 */
export function acceptedInvalid(
  executor: Pick<Executor, 'checks' | 'contract'>,
  exchange: Exchange,
  reported: Set<string>,
): Finding | undefined {
  const { case: testCase } = exchange;
  const check = executor.checks.find(({ id }) => id === EXPECTED_OUTCOME);
  const findingOf = (clauses: readonly Clause[]) =>
    check
      ?.evaluate({ ...exchange, case: { ...testCase, targets: clauses, expectation: 'reject' } })
      .find(({ severity, known }) => severity === 'error' || known);
  if (testCase.expectation === 'reject') {
    const finding = findingOf(testCase.targets);
    if (finding) reported.add(findingKey(testCase.operation.id, finding));
    return finding;
  }
  const findings = violatedClauses(executor, exchange).map((clause) => findingOf([clause]));
  const isReported = (finding: Finding | undefined) =>
    finding !== undefined && (finding.known || reported.has(findingKey(testCase.operation.id, finding)));
  return findings.every(isReported) ? findings[0] : undefined;
}

/** The clauses that the body of a request violates; none of one so large that nobody remembers what it stored. */
function violatedClauses(
  { contract }: Pick<Executor, 'contract'>,
  { case: { operation, request } }: Exchange,
): Clause[] {
  const mediaType = requestMediaType(operation);
  if (!mediaType?.schema || !request.body || request.body.length > MAX_REMEMBERED_BYTES) return [];
  const parsed = tryParseJson(request.body);
  if ('error' in parsed) return [];
  const part = clauseParts.requestBody(mediaType.type);
  return contract.schemas
    .validate(mediaType.schema, parsed.value, 'request')
    .map(({ pointer }) => contract.clauseAt(operation, part, pointer));
}
