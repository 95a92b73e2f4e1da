import type { Case, CaseResult, TransportError } from '../../core/model.ts';
import { findingKey } from '../../core/model.ts';
import type { RunFinding } from '../../core/report.ts';
import { evaluate } from '../execute/evaluate.ts';
import { findDroppedRequests } from '../service/connection-resets.ts';
import type { Executor } from '../suite.ts';

/** The violations that only several exchanges of a run together show. */
export async function findRunViolations(executor: Executor): Promise<RunFinding[]> {
  const resets = await findDroppedRequests(executor);
  const { crossTalk, crashes } = executor.serviceState;
  return [resets, crossTalk.take(), crashes.late].flatMap((observed) => toRunFindings(executor, observed));
}

/** One finding for each violated clause, with the exchanges as its evidence. */
function toRunFindings(
  executor: Executor,
  observed: readonly { readonly case: Case; readonly error: TransportError }[],
): RunFinding[] {
  const results = observed.map(({ case: testCase, error }) =>
    evaluate(executor, testCase.origin.suite, { case: testCase, response: error }),
  );
  const byKey = new Map<string, { readonly finding: RunFinding['finding']; readonly evidence: CaseResult[] }>();
  for (const result of results)
    for (const finding of result.findings) {
      const key = findingKey(result.operation, finding);
      const group = byKey.get(key) ?? { finding, evidence: [] };
      byKey.set(key, group);
      group.evidence.push({ ...result, findings: [finding] });
    }
  return [...byKey.values()];
}
