import type { CaseResult, Finding } from '../core/model.ts';
import { groupFindings } from './aggregate/finding-groups.ts';
import { findingLines } from './console/finding.ts';
import { createStyler } from './console/style.ts';
import { redactOutcome } from './redact.ts';

/** An answer that breaks the contract; its message tells what the console would, without secrets. */
export class ContractViolationError extends Error {
  readonly findings: readonly Finding[];

  /**
   * @param outcome with at least one finding of severity `error`
   * @param target base URL, for the command that repeats the request
   */
  constructor(result: CaseResult, target: string, secretHeaders: readonly string[] = []) {
    const safe = redactOutcome(result, secretHeaders);
    const view = { target, secretHeaders, style: createStyler(false) };
    const blocks = groupFindings([safe]).map((group, index) => findingLines(group, index + 1, view).join('\n'));
    super(`contract violated\n\n${blocks.join('\n\n')}\n`);
    this.name = 'ContractViolation';
    this.findings = safe.findings;
  }
}
