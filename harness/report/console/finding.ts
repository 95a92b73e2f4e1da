import type { FindingGroup } from '../../core/report.ts';
import { escapeTerminal, oneLine } from '../text/escape.ts';
import {
  clauseFields,
  type EvidenceView,
  evidenceFields,
  fieldLines,
  formatOccurrences,
  type LabelledLines,
} from '../text/evidence.ts';

const INDENT = ' '.repeat(5);

/** Returns the lines of a finding: what is wrong, the clause, the evidence and how to reproduce it. */
export function findingLines(group: FindingGroup, number: number, view: EvidenceView): string[] {
  const { style } = view;
  const mark = group.severity === 'error' ? style('bad', '✗') : style('warn', '!');
  const [first = '', ...more] = escapeTerminal(group.message).split('\n');
  const title = `${mark} ${number}  ${style('strong', `${oneLine(group.operation)}: ${first}`)}`;
  const fields: LabelledLines[] = [
    ['', more],
    ...clauseFields(group),
    ['occurrences', [formatOccurrences(group)]],
    ['case', group.cases.slice(0, 1).map(oneLine)],
    ...evidenceFields(group, group.exchange, view),
  ];
  return [title, ...fieldLines(fields, style).map((line) => INDENT + line)];
}
