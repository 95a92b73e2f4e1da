import type { RequestProblem } from '../../core/received-request.ts';

/** Of several problems, the first of these statuses is used, in Prism's order. */
const STATUS_PRECEDENCE = [401, 415, 400, 422];
const MAX_PROBLEMS = 6;

/** Returns the status for several problems. */
export function statusOf(problems: readonly RequestProblem[]): number {
  const [first] = problems;
  if (problems.length === 1 && first) return first.status;
  return (
    STATUS_PRECEDENCE.find((status) => problems.some((problem) => problem.status === status)) ?? first?.status ?? 400
  );
}

/** Writes the first problems as one line. */
export function formatProblems(problems: readonly RequestProblem[]): string {
  const messages = problems.slice(0, MAX_PROBLEMS).map(({ message }) => message);
  if (problems.length > MAX_PROBLEMS) messages.push(`and ${problems.length - MAX_PROBLEMS} more`);
  return messages.join('; ');
}
