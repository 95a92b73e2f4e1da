import type { FindingGroup } from '../../core/report.ts';
import {
  type EvidenceView,
  evidenceFields,
  fieldLines,
  formatOccurrences,
  type LabelledLines,
  statementFields,
} from '../text/evidence.ts';
import { escapeInvisible, oneLine } from '../text/excerpt.ts';

const INDENT = ' '.repeat(5);

/** A finding in the order in which one mends it: what is wrong, where the contract says so, the evidence, how to repeat it. */
export function findingLines(group: FindingGroup, number: number, view: EvidenceView): string[] {
  const { style } = view;
  const mark = group.severity === 'error' ? style('bad', '✗') : style('warn', '!');
  const [first = '', ...more] = escapeInvisible(group.message).split('\n');
  const title = `${mark} ${number}  ${style('strong', `${oneLine(group.operation)}: ${first}`)}`;
  const fields: LabelledLines[] = [
    ['', more],
    ...statementFields(group),
    ['seen', [formatOccurrences(group)]],
    ['case', group.cases.slice(0, 1).map(oneLine)],
    ...evidenceFields(group.exchange, view),
  ];
  return [title, ...fieldLines(fields, style).map((line) => INDENT + line)];
}
