import type { Contract } from '../../contract.ts';
import type { ResourceOperation } from '../model.ts';
import { topName, words } from '../names.ts';
import { type Interval, intervalOf } from '../operations/date-bounds.ts';
import { textAt, textsOf } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

const START = '(?:first|starts?|begins?|beginning|check ?in|arrival|pick ?up|from)(?: (?:at|on|date|time|day))?';
const END = '(?:last|ends?|finish|check ?out|departure|return|until|to)(?: (?:at|on|date|time|day))?';
const COMPARED = '(?: \\w+){0,3} (?:after|before|later than|earlier than|precedes?)(?: (?:or|on|at|the|its|it|same))* ';
const ORDER = new RegExp(`\\b(?:${END}${COMPARED}${START}|${START}${COMPARED}${END})\\b`);
/** Of an end: `Not before the first day`, `must be after startsAt`. */
const BEYOND =
  '(?:not? (?:before|earlier than)|(?:must|has to|needs to) be (?:(?:on|at) or )?(?:after|later than)|(?:must not|cannot|can t|may not) be (?:before|earlier than))(?: the| its)?';
const ABOUT_OTHERS = /\b(?:another|others?|existing|previous|next|now|today|past|future)\b/;

/** Of what is not always so. */
const CONDITION = /\b(?:if|unless|when|should|usually|may be)\b/;

/** What the document says of records that end before they begin. */
export interface ToldDateOrder {
  readonly interval: Interval & { readonly end: string };
  /** Of the response that rejects them. */
  readonly status: number;
}

/** Reads of a creation which response rejects it if it ends before it begins: `departure not after arrival (422)`. */
export function toldDateOrder(
  { document }: Contract,
  { operation, request }: ResourceOperation,
): ToldDateOrder | undefined {
  const interval = intervalOf(request?.properties ?? []);
  const saysOrder = (text: string) =>
    sentencesOf(text).some((each) =>
      each.split(',').some((part) => ORDER.test(words(part).join(' ')) && !ABOUT_OTHERS.test(part)),
    );
  const rejection = operation.responses.find(
    ({ key, pointer }) => /^4\d\d$/.test(key) && saysOrder(textAt(document, pointer)),
  );
  if (interval?.end === undefined) return undefined;
  const told = { ...interval, end: interval.end };
  if (rejection) return { interval: told, status: Number(rejection.key) };
  const [invalid] = ['422', '400'].filter((each) => operation.responses.some(({ key }) => key === each));
  const isTold = textsOf(document, request?.schemas ?? [], { pointer: told.end, direction: 'request' }).some((text) =>
    saysBeyond(text, told.start),
  );
  return invalid !== undefined && isTold ? { interval: told, status: Number(invalid) } : undefined;
}

/** Of the end of a record: `Not before the first day`, `must be after the start`; not `after the start of the season`. */
function saysBeyond(text: string, start: string): boolean {
  const name = words(topName(start) ?? '');
  const isBeyond = new RegExp(`\\b${BEYOND} (?:${START}|${name.join(' ?')})(?: (?:day|date|time))?$`);
  const isSaid = (part: string) => isBeyond.test(words(part).join(' ')) && !CONDITION.test(part);
  return sentencesOf(text).some((each) => each.split(',').some((part) => isSaid(part)));
}
