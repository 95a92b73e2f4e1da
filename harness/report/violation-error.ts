import type { CaseResult, Finding } from '../core/model.ts';
import { causesOf, explainedFindings } from './aggregate/causes.ts';
import { groupFindings } from './aggregate/finding-groups.ts';
import { causeLines } from './console/cause.ts';
import { createStyler } from './console/style.ts';
import { redactOutcome } from './redact.ts';

/** A response that violates the contract; its message is what the console prints, without secrets. */
export class ContractViolationError extends Error {
  readonly findings: readonly Finding[];

  /**
   * @param result with at least one finding of severity `error`
   * @param target base URL, for the curl command
   */
  constructor(result: CaseResult, target: string, secretHeaders: readonly string[] = []) {
    const redacted = redactOutcome(result, secretHeaders);
    const view = { target, secretHeaders, style: createStyler(false) };
    const findings = groupFindings([redacted]);
    const causes = explainedFindings({ findings, causes: causesOf(findings) });
    const blocks = causes.map((cause, index) => causeLines(cause, index + 1, view).join('\n'));
    super(`contract violated\n\n${blocks.join('\n\n')}\n`);
    this.name = 'ContractViolationError';
    this.findings = redacted.findings;
  }
}
