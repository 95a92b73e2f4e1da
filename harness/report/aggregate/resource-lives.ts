import type { OperationSummary, ResourceSummary, StageSummary } from '../../core/report.ts';

/** Returns which stages the records of each type went through, and what kept them from the others; of types with an operation under test. */
export function resourceLives(
  resources: readonly ResourceSummary[],
  operations: readonly OperationSummary[],
): ResourceSummary[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const isTested = ({ stages }: ResourceSummary) =>
    stages.some((stage) => stage.operations.some((id) => byId.has(id))) ||
    stages.every((stage) => stage.operations.length === 0);
  return resources.filter(isTested).map(({ name, stages }) => ({
    name,
    stages: stages.map(({ stage, operations: ids }) => {
      const summaries = ids.flatMap((id) => byId.get(id) ?? []);
      const missing = whyMissing(summaries);
      return { stage, operations: ids, ...(missing === undefined ? {} : { missing }) };
    }),
  }));
}

function whyMissing(operations: readonly OperationSummary[]): string | undefined {
  const [first] = operations;
  if (!first) return 'no operation under test does it';
  if (operations.some(({ accepted }) => accepted > 0)) return undefined;
  return `${first.id}: ${first.reason ?? 'no request succeeded'}`;
}

/** True if records went through all stages. */
export function isFullLife({ stages }: ResourceSummary): boolean {
  return stages.every(({ missing }: StageSummary) => missing === undefined);
}
