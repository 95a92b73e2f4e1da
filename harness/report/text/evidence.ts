import { formatLocation } from '../../core/errors.ts';
import type { Finding, HttpRequest, HttpResponse, TransportError } from '../../core/model.ts';
import type { FindingGroup } from '../../core/report.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { createStyler, type Styler } from '../console/style.ts';
import { curlCommand } from '../curl/curl.ts';
import { redactionNotice } from '../redact.ts';
import { escapeInvisible, oneLine } from './excerpt.ts';
import { responseLines } from './http-message.ts';

/** A labelled fact; its lines stand one below the other. */
export type LabelledLines = readonly [label: string, lines: readonly string[]];

/** What evidence is shown with. */
export interface EvidenceView {
  /** Base URL of the target, for the command that repeats the request. */
  readonly target: string;
  readonly secretHeaders: readonly string[];
  readonly style: Styler;
}

export type Evidence = { readonly request: HttpRequest; readonly response: HttpResponse | TransportError } | undefined;

const BOUNDS = { characters: 600, lines: 8 };
const LABEL_WIDTH = 10;

/** Nobody reads or pastes a longer line. */
const LONGEST_COMMAND = 16_000;

/** What the contract says and where, and how the answer differs. */
export function statementFields(finding: Finding): LabelledLines[] {
  return [
    ['contract', [oneLine(finding.clause.description)]],
    ['spec', [formatLocation(finding.clause.location)]],
    ['check', [finding.check + (finding.severity === 'warning' ? ' (a warning)' : '')]],
    ['expected', bounded(finding.expected)],
    ['actual', bounded(finding.actual)],
  ];
}

/** What came back, and how to repeat the request. */
export function evidenceFields(exchange: Evidence, { target, secretHeaders, style }: EvidenceView): LabelledLines[] {
  if (!exchange) return [];
  const note = redactionNotice(exchange.request, secretHeaders);
  return [
    ['answer', responseLines(exchange.response, BOUNDS, style)],
    ['repeat', [repeatLine(curlCommand(target, exchange.request, secretHeaders))]],
    ['', note === undefined ? [] : [style('quiet', note)]],
  ];
}

function repeatLine(command: string): string {
  if (command.length <= LONGEST_COMMAND) return command;
  return `(the command has ${pluralize(command.length, 'character')}; the JSON report holds the whole request)`;
}

/** The fields as lines, their labels in one column. */
export function fieldLines(fields: readonly LabelledLines[], paint: Styler): string[] {
  return fields.flatMap(([label, lines]) =>
    lines.map((line, index) => paint('quiet', (index === 0 ? label : '').padEnd(LABEL_WIDTH)) + line),
  );
}

/** A finding with its evidence as plain text, for reports that have a place for text. */
export function evidenceText(finding: Finding, exchange: Evidence, view: Omit<EvidenceView, 'style'>): string {
  const paint = createStyler(false);
  const fields = [...statementFields(finding), ...evidenceFields(exchange, { ...view, style: paint })];
  return [escapeInvisible(finding.message), ...fieldLines(fields, paint)].join('\n');
}

/** `twice in examples, generated`. */
export function formatOccurrences({ count: amount, suites }: Pick<FindingGroup, 'count' | 'suites'>): string {
  const times = ['never', 'once', 'twice'][amount] ?? pluralize(amount, 'time');
  return `${times} in ${suites.join(', ')}`;
}

function bounded(text: string | undefined): string[] {
  if (text === undefined) return [];
  const lines = escapeInvisible(text).split('\n');
  const shown = lines.slice(0, BOUNDS.lines).map((line) => truncate(line, BOUNDS.characters));
  return lines.length > shown.length ? [...shown, `... (${pluralize(lines.length, 'line')} in all)`] : shown;
}

/** The first characters of a line, with dots where there are more. */
export function truncate(line: string, limit: number): string {
  const characters = Array.from(line.slice(0, 2 * limit + 2));
  return characters.length > limit ? `${characters.slice(0, limit).join('')}...` : line;
}
