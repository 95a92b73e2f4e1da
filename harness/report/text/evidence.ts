import { atPointer, formatLocation } from '../../core/errors.ts';
import type { Finding } from '../../core/model.ts';
import type { FindingGroup } from '../../core/report.ts';
import type { KeptExchange, SequenceStep } from '../../core/sequence.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { truncate } from '../../core/util/truncate.ts';
import { createStyler, type Styler } from '../console/style.ts';
import { exchangeScript, sequenceScript } from '../curl/sequence-script.ts';
import { redactionNotice } from '../redact.ts';
import { escapeTerminal, oneLine } from './escape.ts';
import { responseLines } from './http-message.ts';

/** Lines below a label. */
export type LabelledLines = readonly [label: string, lines: readonly string[]];

/** How evidence is shown. */
export interface EvidenceView {
  /** Base URL of the target, for the curl command. */
  readonly target: string;
  readonly secretHeaders: readonly string[];
  readonly style: Styler;
}

export type Evidence = KeptExchange | undefined;

const LIMITS = { characters: 600, lines: 8 };
const LABEL_WIDTH = 13;
const MAX_COMMAND_CHARS = 16_000;

/** Returns the violated clause and how the response differs from it. */
export function clauseFields(finding: Finding): LabelledLines[] {
  const { description, location, schemaPointer } = finding.clause;
  return [
    ['clause', [oneLine(description)]],
    ['defined at', [oneLine(formatLocation(location) + atPointer(location, schemaPointer))]],
    ['check', [finding.check + (finding.severity === 'warning' ? ' (warning)' : '')]],
    ['expected', bounded(finding.expected)],
    ['actual', bounded(finding.actual)],
  ];
}

/** Returns the response and the commands that reproduce it; of a sequence, its steps and a script. */
export function evidenceFields(
  { sequence }: Pick<Finding, 'sequence'>,
  exchange: Evidence,
  { target, secretHeaders, style }: EvidenceView,
): LabelledLines[] {
  if (sequence)
    return [
      ['steps', sequenceLines(sequence)],
      ['reproduce', sequenceScript(target, sequence, secretHeaders).map(reproduceLine)],
    ];
  if (!exchange) return [];
  const notice = redactionNotice(exchange.request, secretHeaders);
  return [
    ['response', responseLines(exchange.response, LIMITS, style)],
    ['reproduce', exchangeScript(target, exchange, secretHeaders).map(reproduceLine)],
    ['', notice === undefined ? [] : [style('quiet', notice)]],
  ];
}

/** Returns a line for each step: what it is for, the request and the status. */
export function sequenceLines(sequence: readonly SequenceStep[]): string[] {
  return sequence.map(({ purpose, request, response }, index) => {
    const status = 'kind' in response ? response.kind : response.status;
    return oneLine(`${index + 1}. ${purpose}: ${request.method} ${request.path} -> ${status}`);
  });
}

function reproduceLine(command: string): string {
  if (command.length <= MAX_COMMAND_CHARS) return command;
  return `(the command has ${pluralize(command.length, 'character')}; see the request in the JSON report)`;
}

/** Returns the fields as lines with their labels in one column. */
export function fieldLines(fields: readonly LabelledLines[], style: Styler): string[] {
  return fields.flatMap(([label, lines]) =>
    lines.map((line, index) => style('quiet', (index === 0 ? label : '').padEnd(LABEL_WIDTH)) + line),
  );
}

/** Returns a finding with its evidence as plain text. */
export function evidenceText(finding: Finding, exchange: Evidence, view: Omit<EvidenceView, 'style'>): string {
  const style = createStyler(false);
  const fields = [...clauseFields(finding), ...evidenceFields(finding, exchange, { ...view, style })];
  return [escapeTerminal(finding.message), ...fieldLines(fields, style)].join('\n');
}

/** Returns `2 times in examples, generated`; with the number for each status if there are several. */
export function formatOccurrences({
  count,
  statuses,
  suites,
}: Pick<FindingGroup, 'count' | 'statuses' | 'suites'>): string {
  return `${formatCount({ count, statuses })} in ${suites.join(', ')}`;
}

/** Returns `5 times`, or `5 times (3 x 400, 2 x 404)` if there are several statuses. */
export function formatCount({ count, statuses }: Pick<FindingGroup, 'count' | 'statuses'>): string {
  const times = pluralize(count, 'time');
  if (statuses.length < 2) return times;
  return `${times} (${statuses.map((each) => `${each.count} x ${each.status}`).join(', ')})`;
}

function bounded(text: string | undefined): string[] {
  if (text === undefined) return [];
  const lines = escapeTerminal(text).split('\n');
  const shown = lines.slice(0, LIMITS.lines).map((line) => truncate(line, LIMITS.characters));
  return lines.length > shown.length ? [...shown, `... (${pluralize(lines.length, 'line')} in total)`] : shown;
}
