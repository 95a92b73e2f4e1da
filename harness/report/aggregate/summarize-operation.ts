import { isErrorPart } from '../../core/clause-part.ts';
import { isResponse } from '../../core/http-response.ts';
import type { CaseResult, Clause } from '../../core/model.ts';
import type { OperationSummary } from '../../core/report.ts';
import type { OperationTotals, RunTotals } from './run-totals.ts';

/** An operation of a run, without its counts. */
export type TestedOperation = Pick<
  OperationSummary,
  'id' | 'method' | 'path' | 'location' | 'unique' | 'notReached'
> & {
  /** Why it was not tested. */
  readonly untested?: string | undefined;
  /** Whether the verdict does not depend on it. */
  readonly isOptional?: boolean;
};

/** The counted and the listed results. */
export interface Counted {
  readonly totals: RunTotals;
  readonly results: readonly CaseResult[];
  /** Whether only some cases of the operation were sent, which verify nothing: in a shard, or repeated. */
  readonly isPart: (operation: string) => boolean;
}

/**
 * Returns the counts of an operation and whether it is verified; a shard leaves the latter to the merged report.
 * @param clauses those of the operation
 * @param counted with the results of the operation
 */
export function summarizeOperation(
  operation: TestedOperation,
  clauses: readonly Clause[],
  { totals, results, isPart }: Counted,
): OperationSummary {
  const counts = totals.totalsOf(operation.id);
  const inconclusive = results.find(
    ({ status, inconclusiveReason }) => status !== 'pass' && inconclusiveReason !== undefined,
  )?.inconclusiveReason;
  const { untested, isOptional = false, ...described } = operation;
  const documentsErrors = clauses.some(({ part }) => isErrorPart(part));
  const reason =
    untested ??
    (isPart(operation.id)
      ? undefined
      : whyNotVerified(counts, documentsErrors, { inconclusive, notReached: operation.notReached, results }));
  const { sent, accepted, rejected } = counts;
  return {
    ...described,
    sent,
    accepted,
    rejected,
    verified: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
    ...(reason !== undefined && isOptional ? { known: true } : {}),
  };
}

interface Reasons extends Pick<Counted, 'results'> {
  readonly inconclusive: string | undefined;
  readonly notReached: string | undefined;
}

function whyNotVerified(
  { sent, accepted, rejected, expectedRejections }: OperationTotals,
  documentsErrors: boolean,
  { inconclusive, notReached, results }: Reasons,
): string | undefined {
  if (sent === 0)
    return notReached === undefined
      ? 'no request was sent: give an example with --examples'
      : `not reached: ${notReached}`;
  const why = inconclusive ?? (accepted === 0 ? notReached : undefined);
  const detail = why === undefined ? '' : `; ${why}`;
  if (accepted === 0) return `no valid request was accepted${detail}`;
  if (!documentsErrors || rejected > 0) return undefined;
  if (expectedRejections) return `${lackOfRejections(results)}${detail}`;
  return notReached === undefined ? undefined : `no invalid request was sent: ${notReached}`;
}

/** An error response that violates the document is a finding, and no proof of a rejection. */
function lackOfRejections(results: Counted['results']): string {
  const isRejected = results.some(({ expectation, status, exchange }) => {
    const response = exchange?.response;
    return expectation === 'reject' && status === 'fail' && response && isResponse(response) && response.status >= 400;
  });
  return isRejected
    ? 'invalid requests were rejected, but no such response was as documented'
    : 'no invalid request was rejected';
}
