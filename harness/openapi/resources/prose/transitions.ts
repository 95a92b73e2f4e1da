import type { Contract } from '../../contract.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { topName, words } from '../names.ts';
import { actionWords, participles } from '../operations/verbs.ts';
import { type ConflictText, conflictText, isConflictOnce, SAYS_CONFLICT } from './conflicts.ts';

const DENIED = "(?:cannot|can't|can not|may not|must not)";
const SECOND = new RegExp(
  [
    '\\b(?:an?|the|any) (?:second|further|repeated) (?:time|call|request|attempt)\\b.*\\b(?:409|conflicts?|rejected)\\b',
    '\\b(?:409|conflicts?)\\b.*\\b(?:a second time|twice|more than once)\\b',
    `\\b${DENIED} be \\w+ (?:twice|again|more than once|a second time)\\b`,
    '\\bcan (?:be \\w+ only|only be \\w+) once\\b',
  ].join('|'),
);
const SEVERAL = /\bmore than twice\b|\btwice already\b|\balready\b.*\btwice\b|\btimes\b/;
const CHANGED = /\b(?:chang|edit|updat|modif|alter|amend|409\b|conflicts?\b)/;
/** `Cannot be changed to cancelled once paid` is about one change. */
const CHANGED_TO = /\b(?:changed|updated|set|moved) (?:back )?(?:in)?to\b/;

/** True if an action can be done once alone, as the document says: `A second time is a 409`, `409 if it is already revoked`. */
export function isOnce(path: string, text: ConflictText): boolean {
  const { general, ofResponse } = withoutSeveral(text);
  return [...general, ...ofResponse].some((each) => SECOND.test(each)) || isConflictAfter(path, text);
}

/** True if an operation is a conflict after an action, by what a record is then: `409 if it is already revoked`. */
export function isConflictAfter(done: string, text: ConflictText): boolean {
  const [verb, ...rest] = actionWords(done);
  const once = withoutSeveral(text);
  return verb !== undefined && rest.length === 0 && participles(verb).some((each) => isConflictOnce(each, once));
}

const DONE_ONCE = /^(?:an?|the|each|every|any) ([\w -]+?) can (?:be (\w+) only|only be (\w+)) once$/;
/** What is done only once is each action then, not what several of them do. */
const OF_EACH = /^(?:performed|called|executed|invoked|used|run|made|applied|requested|triggered|repeated)$/;

/**
 * True if an operation is a conflict after another one, by what both do or what it says of that: once a request was approved, it is not
 * rejected (`A request can be decided only once`, of both), nor withdrawn (`A request that was decided cannot be withdrawn`).
 */
export function isConflictAfterDeed(
  { words: named }: ResourceType,
  first: ConflictText | undefined,
  second: ConflictText,
): boolean {
  const done = first && doneOnce(named, first);
  return done !== undefined && (doneOnce(named, second) === done || isConflictOnce(done, second));
}

/** `decided`, of `A request can be decided only once`, where records are leave requests. */
function doneOnce(named: readonly string[], { general }: ConflictText): string | undefined {
  const name = named.join(' ');
  for (const sentence of general) {
    const [, subject = '', last, first] = DONE_ONCE.exec(sentence) ?? [];
    const done = last ?? first;
    const isOfType = ` ${name}`.endsWith(` ${words(subject).join(' ')}`);
    if (done !== undefined && isOfType && !OF_EACH.test(done)) return done;
  }
  return undefined;
}

/** `409 if renewed twice already` is about the third time. */
function withoutSeveral({ general, ofResponse }: ConflictText): ConflictText {
  const isOnceOnly = (sentence: string) => !SEVERAL.test(sentence);
  return { general: general.filter(isOnceOnly), ofResponse: ofResponse.filter(isOnceOnly) };
}

const NOT_GONE =
  /\b(?:not|never|unless) (?:yet |been |it (?:is|was) )?(?:deleted|archived|trashed|removed|in (?:the )?(?:trash|bin))\b/;

/** True if the document says that what is not deleted cannot be restored: `409 if it is not archived`. */
export function restoresGoneOnly({ general, ofResponse }: ConflictText): boolean {
  return (
    ofResponse.some((each) => NOT_GONE.test(each)) ||
    general.some((each) => NOT_GONE.test(each) && SAYS_CONFLICT.test(each))
  );
}

/** What is said of changes to the whole record as conflicts: `the status cannot be changed once closed` is about one property. */
export function changeText(contract: Contract, { operation, request }: ResourceOperation): ConflictText | undefined {
  const text = conflictText(contract, operation);
  const own = new Set(request?.properties.map(({ pointer }) => words(topName(pointer) ?? '').join(' ')));
  const isWhole = (sentence: string) =>
    [...own].every((name) => !` ${words(sentence).join(' ')} `.includes(` ${name} `)) && !CHANGED_TO.test(sentence);
  const isMeant = (each: string) => isWhole(each) && CHANGED.test(each) && !isAboutAnother(each);
  return (
    text && {
      ...text,
      said: text.general,
      general: text.general.filter(isMeant),
      ofResponse: text.ofResponse.filter(isWhole),
    }
  );
}

/** `Cannot be changed while a run is active` is about a run, `an order cannot be changed once the order is paid` is not. */
function isAboutAnother(sentence: string): boolean {
  const [before = '', , noun] =
    sentence.split(
      /\b(if|when|while|once|after) (?:an?|the|any|its|one|some) ([\w -]+?) (?:is|are|was|were|has|have)\b/,
    ) ?? [];
  return noun !== undefined && !before.includes(noun);
}
