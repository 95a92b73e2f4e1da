import type { Report } from '../../core/report.ts';
import { redactReport } from '../redact.ts';
import { oneLine } from '../text/escape.ts';
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

/** Returns the report for the terminal: the findings, the operations, the coverage and, last, the verdict. Ends with a line feed. */
export function consoleReport(unredacted: Report, options: ConsoleOptions): string {
  const report = redactReport(unredacted, options.secretHeaders);
  const style = createStyler(options.color);
  const view = { target: report.target, secretHeaders: options.secretHeaders, style };
  const findings = report.findings.map((group, index) => findingLines(group, index + 1, view));
  const details = options.quiet
    ? []
    : [
        operationLines(report.operations, style),
        [...coverageLines(report.coverage, options.verbose, style), ...skippedAndUnspecifiedLines(report)],
        inconclusiveLines(report, style),
        (report.notes ?? []).map((note) => `note: ${oneLine(note)}`),
      ];
  const blocks = [...findings, ...details, verdictLines(report, style)];
  return `${blocks
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
