import type { Report } from '../../core/report.ts';
import { explainedFindings } from '../aggregate/causes.ts';
import { redactReport } from '../redact.ts';
import { oneLine } from '../text/escape.ts';
import type { EvidenceView } from '../text/evidence.ts';
import { causeLine, causeLines } from './cause.ts';
import type { ConsoleOptions } from './progress-line.ts';
import { createStyler, type Styler } from './style.ts';
import {
  coverageLines,
  inconclusiveLines,
  lifeLines,
  operationLines,
  skippedAndUnspecifiedLines,
  verdictLines,
} from './summary.ts';

export { type ConsoleOptions, formatEvent, progressLine } from './progress-line.ts';

/** More causes than this take one line each, unless the output is verbose. */
const MAX_CAUSES_IN_FULL = 20;

/** Returns the report for the terminal: the causes of the findings, the operations, the coverage and, last, the verdict. Ends with a line feed. */
export function consoleReport(unredacted: Report, options: ConsoleOptions): string {
  const report = redactReport(unredacted, options.secretHeaders);
  const style = createStyler(options.color);
  const view = { target: report.target, secretHeaders: options.secretHeaders, style };
  const causes = causeBlocks(report, view, options.verbose);
  const details = options.quiet
    ? []
    : [
        ...(report.repeated ? [] : contractLines(report, options, style)),
        inconclusiveLines(report, style),
        (report.notes ?? []).map((note) => `note: ${oneLine(note)}`),
      ];
  const blocks = [...causes, ...details, verdictLines(report, style)];
  return `${blocks
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** What the run shows of the whole contract; some repeated cases show nothing of it. */
function contractLines(report: Report, { verbose }: ConsoleOptions, style: Styler): string[][] {
  return [
    operationLines(report.operations, style),
    [...lifeLines(report, style), ...coverageLines(report, verbose, style), ...skippedAndUnspecifiedLines(report)],
  ];
}

function causeBlocks(report: Report, view: EvidenceView, verbose: boolean): string[][] {
  const causes = explainedFindings(report);
  const inFull = verbose ? causes.length : MAX_CAUSES_IN_FULL;
  const blocks = causes.slice(0, inFull).map((each, index) => causeLines(each, index + 1, view));
  const rest = causes.slice(inFull).map((each, index) => causeLine(each, inFull + index + 1, view.style));
  return [...blocks, rest];
}
