import type { Contract } from '../../contract.ts';
import type { Reference, ResourceOperation } from '../model.ts';
import { nameKey, words } from '../names.ts';
import { type Interval, intervalOf } from '../operations/date-bounds.ts';
import { conflictText } from './conflicts.ts';

const TIME = '(?:times?|nights?|days?|dates?|periods?|slots?|hours?|intervals?)';
const OVERLAP = new RegExp(
  [
    '\\boverlap(?:s|ping)?\\b',
    '\\bdouble[- ]book',
    `\\b(?:twice|already|taken|booked|reserved|occupied|busy|not (?:free|available)|unavailable) (?:\\w+ )?(?:for|at|in|on|during) (?:\\w+ ){0,4}${TIME}\\b`,
  ].join('|'),
);
/** Of which there may be several: the second is rented while the first is. */
const KIND =
  /^(?:types?|kinds?|class|classes|categor(?:y|ies)|models?|products?|variants?|items?|skus?|plans?|offers?)$/;
/** Says that nothing is left, which may be several. */
const NOTHING_LEFT = /\b(?:not (?:free|available)|unavailable)\b/;
/** `Does not overlap it`, `overlapping is allowed` */
const ALLOWED = /\b(?:does|do|need) not overlap\b|\boverlap\w* (?:is|are) (?:allowed|possible|fine)\b|\bmay overlap\b/;

/** What two records must not have at one time, as the document says: a room, or all that they name. */
export interface ToldOverlap {
  /** JSON Pointers in the body of a creation. */
  readonly interval: Interval;
  /** Each of these may be taken once at a time; all together if there is none. */
  readonly taken: readonly Reference[];
  /** In lower case. */
  readonly sentences: readonly string[];
}

/** Reads of a creation that it is a conflict at the time of another: `A room can't be booked twice for the same night`. */
export function toldOverlap(
  contract: Contract,
  { operation, request, references }: ResourceOperation,
): ToldOverlap | undefined {
  const text = conflictText(contract, operation);
  const sentences = [...(text?.general ?? []), ...(text?.ofResponse ?? [])].filter(
    (each) => OVERLAP.test(each) && !ALLOWED.test(each),
  );
  const interval = intervalOf(request?.properties ?? []);
  if (sentences.length === 0 || !interval) return undefined;
  const own = references.filter(({ in: place, many }) => place === 'body' && !many);
  const isNamed = ({ resource }: Reference) => {
    const name = words(resource.split('.').at(-1) ?? '');
    return sentences.some((sentence) => {
      const all = words(sentence);
      return all.some((_, index) => nameKey(all.slice(index, index + name.length)) === nameKey(name));
    });
  };
  const taken = own.filter(isNamed);
  const named = taken.length > 0 ? taken : own;
  const areSeveral = named.some(({ resource }) => KIND.test(words(resource).at(-1) ?? ''));
  const isVague = taken.length === 0 && sentences.every((each) => NOTHING_LEFT.test(each));
  return areSeveral || isVague ? undefined : { interval, taken, sentences };
}

/** True if only records in other states than one count: `must not overlap a confirmed booking`, of a new one that is requested. */
export function isLeftOut({ sentences }: ToldOverlap, state: string, listed: readonly string[]): boolean {
  const text = sentences.map((each) => ` ${words(each.replaceAll(/\bnot \w+(?: or \w+)?/g, '')).join(' ')} `);
  const isNamed = (each: string) => text.some((sentence) => sentence.includes(` ${words(each).join(' ')} `));
  return listed.some(isNamed) && !isNamed(state);
}
