import { singular, words } from '../names.ts';
import { type ConflictText, SAYS_CONFLICT } from './conflicts.ts';
import { statesIn } from './named-states.ts';

const DENIED = /\b(cannot|can't|can not|may not|must not|only|unless)\b/;
/** `Delete an author who has no books` may be what it is for, and the others go with it. */
const PERHAPS_DENIED = new RegExp(`${DENIED.source}|\\bno\\b`);

/** Not `endpoints can not filter on it` of what is archived. */
const OF_DELETION =
  /\b(?:delet|remov|eras|destroy|discard|archiv|clos|cancel|purg|drop|withdraw)\w*\b|\b(?:409|conflict)\b|^(?:only|unless|not|must|may|cannot|can) /;

const HAS = /\b(?:has|have|contains?|owns?|there (?:is|are))(?: (?:any|some|an?|still))* (.+)$/;

const RELATIVE = /^(.+?) (?:that|which) (?:are|is|were|was|have been|has been)( not| no longer)? (.+)$/;

/** `409 while the author has books, which stay`, `has open books` and `has books that are not sold` by their state; not `has books on loan`. */
function saysHas(sentence: string, dependent: string, states: readonly string[], listed: readonly string[]): boolean {
  const own = (name: string) => name.split(' ').map(singular).join(' ');
  const inWords = (state: string) => own(words(state).join(' '));
  const [, phrase = ''] = HAS.exec(words(sentence.split(',')[0] ?? '').join(' ')) ?? [];
  const named = own(phrase.replace(/ \d{3}$/, ''));
  const [, noun, not, state = ''] = RELATIVE.exec(named) ?? [];
  if (noun === dependent && listed.map(inWords).includes(state))
    return states.some((each) => (inWords(each) === state) === (not === undefined));
  return [dependent, ...states.map((each) => `${inWords(each)} ${dependent}`)].includes(named);
}

/**
 * True if the text says that a record which others need is not deleted, and names these: `an author with books`.
 * @param isCertain false if it is enough that the text can be read so
 * @param states those that the dependent is in: only an author with open orders may be protected
 * @param listed those that it can be in
 */
export function protects(
  dependent: readonly string[],
  { general, ofResponse }: ConflictText,
  isCertain: boolean,
  states: readonly string[] = [],
  listed = states,
): boolean {
  const name = dependent.map(singular).join(' ');
  const names = (sentence: string) =>
    isCertain
      ? mentionsOf(name, sentence).some((mention) => isMeant(mention, states, listed))
      : mentionsOf(name, sentence).length > 0;
  const isDenied = (sentence: string) =>
    isCertain ? DENIED.test(sentence) && OF_DELETION.test(sentence) : PERHAPS_DENIED.test(sentence);
  // `Also removes its books`: they go with it, at least sometimes.
  const isRemoved = (sentence: string) => /\b(?:also|too|as well|together|along|cascad\w*)\b/.test(sentence);
  if (general.some((sentence) => names(sentence) && isRemoved(sentence) && !isDenied(sentence))) return false;
  return (
    ofResponse.some((sentence) => names(sentence) && !/\bno\b|\bnot\b/.test(sentence)) ||
    general.some((sentence) => SAYS_CONFLICT.test(sentence) && saysHas(sentence, name, states, listed)) ||
    general.some((sentence) => names(sentence) && isDenied(sentence))
  );
}

/** What is before and after a name in a sentence. */
interface Mention {
  readonly before: string;
  readonly after: string;
}

function mentionsOf(name: string, sentence: string): Mention[] {
  const all = words(sentence);
  const length = name.split(' ').length;
  const isNamed = (at: number) =>
    all
      .slice(at, at + length)
      .map(singular)
      .join(' ') === name;
  const at = all.flatMap((_, index) => (isNamed(index) ? [index] : []));
  return at.map((index) => ({
    before: ` ${all.slice(0, index).join(' ')}`,
    after: all.slice(index + length).join(' '),
  }));
}

/** `With stock in one of its locations` is about the stock. */
const PLACE = / (?:in|on|at|of) (?:(?:one|any|some|each) of )?(?:its|their)$/;
/** `The project is being transferred`, `payment delete error`, `the webinar is in session`: what a record is or what went wrong, not that it is there. */
const SUBJECT = /^ ?(?:the)?$|\b(?:is|are|was) in$/;
const STATE =
  /^(?:(?:is|was|has)\b(?! (?:still |already )?(?:left|there|assigned|linked|attached|used|referenced|stored|exist))|(?:delet\w+|remov\w+|update) |.*\b(?:error|fail\w*)\b|$)/;
/** Words before a name that do not say which of them are meant. */
const ANY =
  / (?:an?|the|any|its?|their|this|that|some|one|other|another|more|no|with|has|have|had|of|by|in|on|to|for|from|and|or|still|only|needs?|uses?|contains?|references?|linked|associated|assigned|attached|related|existing|remaining|dependent|child)$|^ ?$/;
const WHICH =
  /^(?:that|which|who) (?:is|are|was|were|has been|have been)( not| no longer)? (.+?)(?= (?:can|cannot|may|must|\d{3}|conflict)\b|$)/;

/** True if what a sentence says of a name is said of it in one of the states: not of a closed order in `a customer with open orders`. */
function isMeant({ before, after }: Mention, states: readonly string[], listed: readonly string[]): boolean {
  if (PLACE.test(before) || (SUBJECT.test(before) && STATE.test(after))) return false;
  const [, not, phrase] = WHICH.exec(after) ?? [];
  if (phrase !== undefined) {
    const named = statesIn(phrase, listed);
    return named.length > 0 && states.some((state) => named.includes(state) === (not === undefined));
  }
  const named = statesBefore(before, listed);
  return named.length > 0 ? states.some((state) => named.includes(state)) : ANY.test(before);
}

/** `open` and `paid` of `with open or paid orders`. */
function statesBefore(before: string, listed: readonly string[]): string[] {
  const last = listed.find((state) => before.endsWith(` ${words(state).join(' ')}`));
  if (last === undefined) return [];
  const rest = before.slice(0, -words(last).join(' ').length - 1);
  const others = / (?:or|and)$/.exec(rest);
  return [last, ...(others ? statesBefore(rest.slice(0, others.index), listed) : [])];
}
