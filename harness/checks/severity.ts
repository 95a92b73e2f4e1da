import type { Check, Finding } from '../core/model.ts';
import { findingKey } from '../core/model.ts';

/** Severity of a check's findings; `off` drops them. */
export const SEVERITY_LEVELS = ['error', 'warning', 'off'] as const;
export type SeverityLevel = (typeof SEVERITY_LEVELS)[number];

/** Levels by check. */
export interface SeverityLevels {
  readonly everywhere: ReadonlyMap<string, SeverityLevel>;
  /** By operation id; they win. */
  readonly byOperation: ReadonlyMap<string, ReadonlyMap<string, SeverityLevel>>;
}

/** Returns a finding with its final severity, or undefined if it is dropped. */
export type SeverityPolicy = (operation: string, finding: Finding) => Finding | undefined;

/**
 * Creates the policy of a run: the configured level of a check overrides the severity of its findings, and known
 * findings are warnings.
 * @param knownFindings by key as returned by `findingKey`, the kinds of change for which it is known; undefined for all
 */
export function createSeverityPolicy(
  { everywhere, byOperation }: SeverityLevels,
  knownFindings: ReadonlyMap<string, ReadonlySet<string> | undefined>,
): SeverityPolicy {
  return (operation, finding) => {
    const { check, severity: own } = finding;
    const level = byOperation.get(operation)?.get(check) ?? everywhere.get(check) ?? own;
    if (level === 'off') return undefined;
    const isKnown = isKnownFinding(knownFindings, operation, finding);
    if (isKnown) return { ...finding, severity: 'warning', known: true };
    return level === finding.severity ? finding : { ...finding, severity: level };
  };
}

function isKnownFinding(
  known: ReadonlyMap<string, ReadonlySet<string> | undefined>,
  operation: string,
  finding: Finding,
): boolean {
  const key = findingKey(operation, finding);
  const kinds = known.get(key);
  return known.has(key) && (kinds === undefined || finding.changeKind === undefined || kinds.has(finding.changeKind));
}

/** Applies the policy to a check, so that verdict and disposition are derived from the final severity. */
export function withSeverity(check: Check, policy: SeverityPolicy): Check {
  return {
    ...check,
    evaluate: (exchange) =>
      check.evaluate(exchange).flatMap((finding) => policy(exchange.case.operation.id, finding) ?? []),
  };
}
