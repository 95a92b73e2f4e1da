import type { Check, Finding, Severity } from '../core/model.ts';
import { findingKey } from '../core/model.ts';

/** Severity of a check's findings; `off` drops them. */
export const SEVERITY_LEVELS = ['error', 'warning', 'off'] as const;
export type SeverityLevel = (typeof SEVERITY_LEVELS)[number];

/** Returns a finding with its final severity, or undefined if it is dropped. */
export type SeverityPolicy = (operation: string, finding: Finding) => Finding | undefined;

/**
 * Creates the policy of a run: the configured level of a check overrides the severity of its findings, and known
 * findings are warnings.
 * @param knownFindings keys as returned by `findingKey`
 */
export function createSeverityPolicy(
  levels: Readonly<Record<string, SeverityLevel>>,
  knownFindings: ReadonlySet<string>,
): SeverityPolicy {
  return (operation, finding) => {
    const level = (Object.hasOwn(levels, finding.check) ? levels[finding.check] : undefined) ?? finding.severity;
    if (level === 'off') return undefined;
    const isKnown = knownFindings.has(findingKey(operation, finding.check, finding.clause.id, finding.outcome));
    const severity: Severity = isKnown ? 'warning' : level;
    return severity === finding.severity ? finding : { ...finding, severity };
  };
}

/** Applies the policy to a check, so that verdict and disposition are derived from the final severity. */
export function withSeverity(check: Check, policy: SeverityPolicy): Check {
  return {
    ...check,
    evaluate: (exchange) =>
      check.evaluate(exchange).flatMap((finding) => policy(exchange.case.operation.id, finding) ?? []),
  };
}
