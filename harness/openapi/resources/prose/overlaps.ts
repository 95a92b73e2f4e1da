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

const CHOOSES = /overlap|conflict|double_?book|overbook|force/i;

/** What two records must not have at one time, as the document says: a room, or all that they name. */
export interface ToldOverlap {
  /** JSON Pointers in the body of a creation. */
  readonly interval: Interval;
  /** Each of these may be taken once at a time; all together if there is none. */
  readonly taken: readonly Reference[];
  /** In lower case. */
  readonly sentences: readonly string[];
  /** True if one may begin when another ends. */
  readonly mayTouch: boolean;
  /** All that is said of the creation, in lower case. */
  readonly text: readonly string[];
}

const BEGINS = '(?:begin|start|check in|arrive)s?';
const ENDS = '(?:ends?|finish(?:es)?|is over|checks? out|leaves?)';
const WHEN = `(?:when|as|as soon as|right after|at the (?:time|moment|minute|day|instant)|(?:on )?the (?:same )?(?:day|minute|time)|exactly when|where|(?:on|at) which)(?: that| on which)? (?:an?other(?: one| \\w+)?|the (?:previous|other|last|one before)(?: one| \\w+)?|one) ${ENDS}`;
const FINE =
  '(?:is|are) (?:allowed|permitted|possible|fine|ok|okay|accepted|no (?:conflict|overlap))|(?:does|do) not (?:overlap|conflict|count)|(?:is|are) not (?:an? )?(?:overlap|conflict|overlapping)';
const TOUCHES = new RegExp(
  [
    `\\bback[- ]to[- ]back\\b[\\w ,-]*?\\b(?:${FINE})\\b`,
    `\\b(?:may|can) (?:be (?:booked |made )?)?back[- ]to[- ]back\\b`,
    `\\b(?:may|can) ${BEGINS} ${WHEN}\\b`,
    `\\b${BEGINS} ${WHEN},? (?:it |this |that )?(?:${FINE})\\b`,
  ].join('|'),
);
/** What is not always so. */
const CONDITIONAL =
  /\b(?:if|unless|except|only|may not|can ?not|can't|must|should|minutes?|hours?|buffer|gap|pause|clean\w*|admins?|staff|usually|premium)\b/;

/** Reads of a creation that it is a conflict at the time of another: `A room can't be booked twice for the same night`. */
export function toldOverlap(
  contract: Contract,
  { operation, request, references }: ResourceOperation,
): ToldOverlap | undefined {
  const { general = [], ofResponse = [] } = conflictText(contract, operation) ?? {};
  const text = [...general, ...ofResponse];
  const sentences = text.filter((each) => OVERLAP.test(each) && !ALLOWED.test(each));
  const interval = intervalOf(request?.properties ?? []);
  // `allowOverlapping` may be true.
  const isChosen = request?.properties.some(({ pointer, types }) => types.includes('boolean') && CHOOSES.test(pointer));
  if (sentences.length === 0 || !interval || isChosen) return undefined;
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
  return areSeveral || isVague
    ? undefined
    : {
        interval,
        taken,
        sentences,
        mayTouch: text.some((each) => TOUCHES.test(each) && !CONDITIONAL.test(each)),
        text,
      };
}

/** True if only records in other states than one count: `must not overlap a confirmed booking`, of a new one that is requested. */
export function isLeftOut(
  { sentences }: Pick<ToldOverlap, 'sentences'>,
  state: string,
  listed: readonly string[],
): boolean {
  const text = sentences.map((each) => ` ${words(each.replaceAll(/\bnot \w+(?: or \w+)?/g, '')).join(' ')} `);
  const isNamed = (each: string) => text.some((sentence) => sentence.includes(` ${words(each).join(' ')} `));
  return listed.some(isNamed) && !isNamed(state);
}

/** The states in which a record takes no time, as the document says: `Cancelled bookings do not count`, `one that is not cancelled`. */
export function freeStates(
  { sentences, text }: Pick<ToldOverlap, 'sentences' | 'text'>,
  listed: readonly string[],
): string[] {
  return listed.filter((state) => {
    const name = words(state).join(' ');
    const says = new RegExp(
      `^(?:an? |the )?${name} (?:ones?|[\\w-]+s?) (?:(?:does|do) not (?:count|block|matter|conflict|overlap|take up)\\b|(?:is|are) (?:ignored|not counted)\\b|(?:frees?|releases?) (?:it|its|their|the)\\b)`,
    );
    const isLeft = new RegExp(
      `\\boverlap\\w* (?:with )?(?:an?other|an?|any) [\\w -]*?(?:that|which) (?:is|are) not ${name}$`,
    );
    return (
      text.some((each) => says.test(each) && !CONDITIONAL.test(each)) || sentences.some((each) => isLeft.test(each))
    );
  });
}
