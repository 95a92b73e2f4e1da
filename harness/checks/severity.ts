import type { Check, Finding, Severity } from '../core/model.ts';
import { findingKey } from '../core/model.ts';

/** What the findings of a check count as; `off` leaves them out. */
export const SEVERITY_LEVELS = ['error', 'warning', 'off'] as const;
export type SeverityLevel = (typeof SEVERITY_LEVELS)[number];

/** A finding as it counts; undefined where it does not. */
export type SeverityPolicy = (operation: string, finding: Finding) => Finding | undefined;

/**
 * Findings count as the level of their check says, where it has one; an error that was accepted before is a warning.
 * @param accepted keys of findings, as `findingKey` makes them
 */
export function createSeverityPolicy(
  levels: Readonly<Record<string, SeverityLevel>>,
  accepted: ReadonlySet<string>,
): SeverityPolicy {
  return (operation, finding) => {
    const level = (Object.hasOwn(levels, finding.check) ? levels[finding.check] : undefined) ?? finding.severity;
    if (level === 'off') return undefined;
    const known = accepted.has(findingKey(operation, finding.check, finding.clause.id));
    const severity: Severity = known ? 'warning' : level;
    return severity === finding.severity ? finding : { ...finding, severity };
  };
}

/** The check with its findings graded, so that whatever follows from them, such as a refusal that counts, follows from the grade. */
export function withSeverity(check: Check, grade: SeverityPolicy): Check {
  return {
    ...check,
    evaluate: (exchange) =>
      check.evaluate(exchange).flatMap((finding) => grade(exchange.case.operation.id, finding) ?? []),
  };
}
