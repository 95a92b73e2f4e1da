import type { Report } from '../../core/report.ts';
import { findingLines } from './finding.ts';
import type { ConsoleOptions } from './progress-line.ts';
import { coverageLines, doubtLines, openLines, operationLines, verdictLines } from './summary.ts';
import { painter } from './style.ts';
import { redact } from '../redact.ts';

export { type ConsoleOptions, eventLines, liveLine } from './progress-line.ts';

/** The end of a run for the terminal: each finding, what was proven, and the verdict as the last words. Ends in a line end. */
export function consoleReport(given: Report, options: ConsoleOptions): string {
  const report = redact(given, options.secretHeaders);
  const paint = painter(options.colour);
  const view = { target: report.target, secretHeaders: options.secretHeaders, paint };
  const findings = report.findings.map((group, index) => findingLines(group, index + 1, view));
  const rest = options.quiet
    ? []
    : [
        operationLines(report.operations, paint),
        [...coverageLines(report.coverage, options.verbose, paint), ...openLines(report)],
        doubtLines(report, paint),
      ];
  const blocks = [...findings, ...rest, verdictLines(report, paint)];
  return `${blocks
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
