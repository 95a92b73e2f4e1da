import type { Report } from '../../core/report.ts';
import { redactReport } from '../redact.ts';
import { findingLines } from './finding.ts';
import type { ConsoleOptions } from './progress-line.ts';
import { createStyler } from './style.ts';
import {
  coverageLines,
  inconclusiveLines,
  operationLines,
  skippedAndUnspecifiedLines,
  verdictLines,
} from './summary.ts';

export { type ConsoleOptions, formatEvent, progressLine } from './progress-line.ts';

/** The end of a run for the terminal: each finding, what was proven, and the verdict as the last words. Ends in a line end. */
export function consoleReport(given: Report, options: ConsoleOptions): string {
  const report = redactReport(given, options.secretHeaders);
  const paint = createStyler(options.color);
  const view = { target: report.target, secretHeaders: options.secretHeaders, style: paint };
  const findings = report.findings.map((group, index) => findingLines(group, index + 1, view));
  const rest = options.quiet
    ? []
    : [
        operationLines(report.operations, paint),
        [...coverageLines(report.coverage, options.verbose, paint), ...skippedAndUnspecifiedLines(report)],
        inconclusiveLines(report, paint),
      ];
  const blocks = [...findings, ...rest, verdictLines(report, paint)];
  return `${blocks
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
