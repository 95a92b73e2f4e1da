import type { Contract } from '../../contract.ts';
import type { ResourceOperation } from '../model.ts';
import { words } from '../names.ts';
import { type Interval, intervalOf } from '../operations/date-bounds.ts';
import { textAt } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

const START = '(?:starts?|begins?|beginning|check ?in|arrival|pick ?up|from)(?: (?:at|on|date|time|day))?';
const END = '(?:ends?|finish|check ?out|departure|return|until|to)(?: (?:at|on|date|time|day))?';
const COMPARED = '(?: \\w+){0,3} (?:after|before|later than|earlier than|precedes?)(?: (?:or|on|at|the|its|same))* ';
const ORDER = new RegExp(`\\b(?:${END}${COMPARED}${START}|${START}${COMPARED}${END})\\b`);
const ABOUT_OTHERS = /\b(?:another|others?|existing|previous|next|now|today|past|future)\b/;

/** What the document says of records that end before they begin. */
export interface ToldDateOrder {
  readonly interval: Required<Interval> & { readonly end: string };
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
  if (interval?.end === undefined || !rejection) return undefined;
  return { interval: { ...interval, end: interval.end }, status: Number(rejection.key) };
}
