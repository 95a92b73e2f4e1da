import { formatLocation } from '../../core/errors.ts';
import type { FindingGroup } from '../../core/report.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { truncate } from '../../core/util/truncate.ts';
import type { ExplainedFindings } from '../aggregate/causes.ts';
import { escapeTerminal, oneLine } from '../text/escape.ts';
import {
  clauseFields,
  type EvidenceView,
  evidenceFields,
  fieldLines,
  formatCount,
  formatOccurrences,
  type LabelledLines,
} from '../text/evidence.ts';
import type { Styler } from './style.ts';

const INDENT = ' '.repeat(5);
const MAX_OTHERS = 10;
const MAX_LINE_CHARS = 160;

/** Returns the lines of a cause: what is wrong, the clause, the evidence, how to reproduce it, and what else it explains. */
export function causeLines(
  { cause, example, others }: ExplainedFindings,
  number: number,
  view: EvidenceView,
): string[] {
  const { style } = view;
  const [first = '', ...more] = escapeTerminal(example.message).split('\n');
  const title = `${mark(example, style)} ${number}  ${style('strong', `${operationsOf(example, cause.operations)}: ${first}`)}`;
  const fields: LabelledLines[] = [
    ['', more],
    ...clauseFields(example),
    ['occurrences', [formatOccurrences(example)]],
    ['case', example.cases.slice(0, 1).map(oneLine)],
    ...evidenceFields(example, example.exchange, view),
    ['same cause', otherLines(others)],
  ];
  return [title, ...fieldLines(fields, style).map((line) => INDENT + line)];
}

/** Returns one line for a cause: what is wrong, where it is defined and how often it occurs. */
export function causeLine({ cause, example }: ExplainedFindings, number: number, style: Styler): string {
  const title = `${operationsOf(example, cause.operations)}: ${oneLine(example.message)}`;
  const place = style('quiet', `${oneLine(formatLocation(example.clause.location))}, ${formatCount(cause)}`);
  return `${mark(example, style)} ${number}  ${truncate(title, MAX_LINE_CHARS)}  ${place}`;
}

function mark({ severity }: FindingGroup, style: Styler): string {
  return severity === 'error' ? style('bad', '✗') : style('warn', '!');
}

function operationsOf({ operation }: FindingGroup, operations: readonly string[]): string {
  const others = operations.length - 1;
  return oneLine(operation) + (others > 0 ? ` and ${pluralize(others, 'more operation')}` : '');
}

function otherLines(others: readonly FindingGroup[]): string[] {
  const lines = others.slice(0, MAX_OTHERS).map((group) => {
    const place = oneLine(formatLocation(group.clause.location));
    const subject = oneLine(`${group.operation}: ${group.clause.description}: ${group.message}`);
    return `${place} ${truncate(subject, MAX_LINE_CHARS)}, ${formatCount(group)}`;
  });
  const rest = others.length - lines.length;
  return rest > 0 ? [...lines, `and ${pluralize(rest, 'more finding')}; the reports list them`] : lines;
}
