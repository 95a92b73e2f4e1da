import { formatLocation } from '../../errors.ts';
import type { FindingGroup } from '../../model.ts';
import { curlCommand } from '../curl.ts';
import { count, oneLine, visible } from '../excerpt.ts';
import { secretNote } from '../secrets.ts';
import { answerLines } from './exchange.ts';
import type { Paint } from './paint.ts';

const BOUNDS = { characters: 600, lines: 8 };
const INDENT = ' '.repeat(5);
const LABEL_WIDTH = 10;

/** What a finding is shown with. */
export interface FindingView {
  /** Base URL of the target, for the command that repeats the request. */
  readonly target: string;
  readonly secretHeaders: readonly string[];
  readonly paint: Paint;
}

/** A finding in the order in which one mends it: what is wrong, where the contract says so, the evidence, how to repeat it. */
export function findingLines(group: FindingGroup, number: number, view: FindingView): string[] {
  const { paint } = view;
  const mark = group.severity === 'error' ? paint('bad', '✗') : paint('warn', '!');
  const [first = '', ...more] = visible(group.message).split('\n');
  const title = `${mark} ${number}  ${paint('strong', `${oneLine(group.operation)}: ${first}`)}`;
  const fields = [['', more] as const, ...statement(group), ...evidence(group, view)];
  return [title, ...fields.flatMap(([label, values]) => field(label, values, paint))];
}

type Field = readonly [label: string, values: readonly string[]];

function statement(group: FindingGroup): Field[] {
  return [
    ['contract', [oneLine(group.clause.says)]],
    ['spec', [formatLocation(group.clause.location)]],
    ['check', [group.check + (group.severity === 'warning' ? ' (a warning)' : '')]],
    ['expected', bounded(group.expected)],
    ['actual', bounded(group.actual)],
    ['seen', [`${times(group.count)} in ${group.suites.join(', ')}`]],
    ['case', group.cases.slice(0, 1).map(oneLine)],
  ];
}

function evidence({ exchange }: FindingGroup, { target, secretHeaders, paint }: FindingView): Field[] {
  if (!exchange) return [];
  const note = secretNote(exchange.request, secretHeaders);
  return [
    ['answer', answerLines(exchange.answer, BOUNDS, paint)],
    ['repeat', [curlCommand(target, exchange.request, secretHeaders)]],
    ['', note === undefined ? [] : [paint('quiet', note)]],
  ];
}

function field(label: string, values: readonly string[], paint: Paint): string[] {
  return values.map((value, index) => INDENT + paint('quiet', (index === 0 ? label : '').padEnd(LABEL_WIDTH)) + value);
}

function times(amount: number): string {
  if (amount === 1) return 'once';
  return amount === 2 ? 'twice' : count(amount, 'time');
}

function bounded(text: string | undefined): string[] {
  if (text === undefined) return [];
  const lines = visible(text).split('\n');
  const shown = lines.slice(0, BOUNDS.lines).map((line) => shorten(line, BOUNDS.characters));
  return lines.length > shown.length ? [...shown, `... (${count(lines.length, 'line')} in all)`] : shown;
}

function shorten(line: string, limit: number): string {
  const characters = Array.from(line);
  return characters.length > limit ? `${characters.slice(0, limit).join('')}...` : line;
}
