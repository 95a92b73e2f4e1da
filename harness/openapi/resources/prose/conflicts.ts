import type { Operation } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import type { OpenApiDocument } from '../../document.ts';
import type { ResourceOperation } from '../model.ts';
import { singular, words } from '../names.ts';
import { textAt } from '../text-at.ts';
import { onlyStatesIn, statesIn } from './named-states.ts';
import { type Deed, deedOf, statesOfPossible } from './possible-states.ts';

/** What a document says about the conflicts (409) of an operation. */
export interface ConflictText {
  /** Sentences of its summary and description. */
  readonly general: readonly string[];
  /** Sentences that describe the response 409: each names a state in which it is sent. */
  readonly ofResponse: readonly string[];
  readonly deed?: Deed;
  /** All that is said of the operation, where `general` is a part of it. */
  readonly said?: readonly string[];
}

/** @returns undefined if the operation documents no conflict */
export function conflictText({ document }: Contract, operation: Operation): ConflictText | undefined {
  const conflict = operation.responses.find(({ key }) => key === '409');
  if (!conflict) return undefined;
  const ofResponse = sentencesOf(textAt(document, conflict.pointer));
  return { general: sentencesAbout(document, operation), ofResponse, deed: deedOf(operation) };
}

/** The sentences in which a document describes an operation, those of its summary first. */
export function sentencesAbout(document: OpenApiDocument, { pointer }: Operation): string[] {
  return ['summary', 'description'].flatMap((keyword) => sentencesOf(textAt(document, pointer, keyword)));
}

/** The sentences of a text, in lower case; a line that goes on in lower case belongs to the one before. */
export function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/(?<=[a-z,]) *\n *(?=[a-z])/g, ' ')
    .toLowerCase()
    .split(/[.;\n]+/)
    .map((each) => each.replaceAll('_', ' ').trim())
    .filter((each) => each !== '');
}

const CONDITION = /\b(?:if|when|while|once|after|from|in state|in status)\b(.*)/;

/** True if the text says that the operation is a conflict in a state, one of those that a record can have. */
export function isConflictIn(state: string, states: readonly string[], text: ConflictText): boolean {
  const found = rulesOf(states, text);
  const isAllowed = found.some(({ allowed }) => allowed?.includes(state));
  const isForbidden = found.some(({ allowed, forbidden }) =>
    allowed && allowed.length > 0 ? !allowed.includes(state) : forbidden?.includes(state),
  );
  return isForbidden && !isAllowed;
}

/** True if the text says that the operation is a conflict once a record was `revoked`, not only that another state is needed. */
export function isConflictOnce(done: string, text: ConflictText): boolean {
  return rulesOf([done], text).some(({ forbidden }) => forbidden?.includes(done));
}

function rulesOf(states: readonly string[], text: ConflictText): Rule[] {
  const { general, ofResponse } = text;
  const possible = statesOfPossible(states, text);
  return [
    ...general.map((each, index) => readRest(each, general[index - 1], states) ?? readSentence(each, states)),
    possible.length > 0 ? { allowed: possible } : undefined,
    ...ofResponse.flatMap(reasonsIn).map((each) => readSentence(each, states) ?? readReason(each, states)),
  ].filter((each) => each !== undefined);
}

/** The reasons that a sentence gives: `The invoice is not issued, or the amount is more than is due`; not `it is paid, sent, or closed`. */
function reasonsIn(sentence: string): string[] {
  const parts = sentence.split(/,? or (?=(?:an?|the|its?|this|that|there|something|nothing|not enough) )/);
  const all = parts.length > 1 ? parts.flatMap((part) => part.split(', ')) : parts;
  const isEach = (each: readonly string[]) =>
    each.every(
      (part) => SAYS_SOMETHING.test(part) && !/^(?:but|and|while|so|because|although|which|that)\b/.test(part),
    );
  return [all, parts].find(isEach) ?? [sentence];
}

const SAYS_SOMETHING = /\b(?:is|are|was|were|has|have|does|do|exists?|can|cannot)\b/;

/** Words of a conflict with another record, or with another client. */
const ABOUT_OTHERS =
  /\b(?:another|others?|among|exists?|unique|taken|duplicates?|versions?|modified|concurrent(?:ly)?)\b/;

interface Rule {
  readonly allowed?: readonly string[];
  readonly forbidden?: readonly string[];
}

/** `Only a draft can be paid`, `cannot be cancelled once shipped`, `the order is already paid`. */
function readSentence(sentence: string, states: readonly string[]): Rule | undefined {
  const named = (part: string | undefined) => statesIn(part ?? '', states);
  if (/\b(?:undone|undo|reverted|reversed)\b/.test(sentence) || ABOUT_OTHERS.test(sentence)) return undefined;
  const only = /\bonly\b(.*)/.exec(sentence)?.[1];
  if (only !== undefined && /\b(?:can|may|could|allowed|possible)\b/.test(sentence))
    return { allowed: named(CONDITION.exec(only)?.[1] ?? only.split(/\b(?:can|may|could)\b/)[0]) };
  // `Only a booked one (else 409)`, `only while it is open (409)`
  const others = /\bonly\b((?:\W+\w+){1,6}?)\W*(?:\(|\b(?:else|otherwise)\b\W.*?)\b(?:409|conflict)\b/.exec(
    sentence,
  )?.[1];
  if (others !== undefined) return { allowed: named(others) };
  const must = /\b(?:must|has to|have to|needs? to) (?:have )?(?:already )?(?:be|been)\b(.*)/.exec(sentence)?.[1];
  if (must !== undefined) return { allowed: named(must) };
  const done = onlyStatesIn(
    /^(?:only )?for (?:[\w' -]+ )?(?:that|which) (?:is|are|was|were|has been|have been)\b(.*)/.exec(sentence)?.[1] ??
      '',
    states,
  );
  if (done) return { allowed: done };
  const [before, after] = sentence.split(/\bcan(?:not| not|'t)\b|\b(?:may|must) not\b/);
  if (after !== undefined) return { forbidden: named(CONDITION.exec(after)?.[1] ?? before) };
  const condition = readCondition(sentence, states);
  if (condition) return condition;
  const [start, already] = sentence.split(/\balready\b/);
  if (already === undefined) return undefined;
  const later = named(already);
  return { forbidden: later.length > 0 ? later : named(start) };
}

/** All but what the sentence before says: `others are a conflict`, `otherwise 409`. */
const REST =
  /^(?:(?:all |any )?others?\b(?! (?:users?|clients?|records?)\b)|(?:anything|everything) else\b|otherwise\b).*\b(?:conflicts?|409|rejected)\b/;

/** `Make a draft active; others are a conflict`, `archive an active or paid order`: what has an article is what it is done to. */
function readRest(sentence: string, before: string | undefined, states: readonly string[]): Rule | undefined {
  if (before === undefined || !REST.test(sentence) || ABOUT_OTHERS.test(before)) return undefined;
  const any = `(?:${states.map((state) => words(state).join('\\W+')).join('|')})`;
  const done = new RegExp(
    `(?<!\\b(?:it|them|into|to|as)\\s+)\\b(?:an?|any|each|every)\\s+(${any}(?:(?:,|\\s+or|\\s+and)\\s+(?:an?\\s+)?${any})*)\\b`,
  );
  const named = done.exec(before)?.[1];
  return named === undefined ? undefined : { allowed: statesIn(named, states) };
}

/** `The order is not paid`, `the ticket is open`, `not a draft`; not `it was changed while active`, which is about another thing. */
function readReason(sentence: string, states: readonly string[]): Rule | undefined {
  const [, not, named = ''] = /^(?:.*\b(?:is|are|was|has been)\b|(?=not\b))(\s*\bnot\b)?(.*)$/.exec(sentence) ?? [];
  const found = onlyStatesIn(named, states);
  if (!found) return undefined;
  return not === undefined ? { forbidden: found } : { allowed: found };
}

/** `409 unless planned`, `409 if it is active`; not `409 while a trip is running`, which is about another record. */
function readCondition(sentence: string, states: readonly string[]): Rule | undefined {
  const [, word, not, named = ''] =
    /\b(?:409|conflicts?)\b.*?\b(if|when|while|unless)\b(?: (?:it|this) (?:is|was|has been))?( not\b)?(.*)$/.exec(
      sentence,
    ) ?? [];
  const found = onlyStatesIn(named.replace(/\balready\b/, ''), states);
  if (!found) return undefined;
  return (word === 'unless') === (not === undefined) ? { allowed: found } : { forbidden: found };
}

export const SAYS_CONFLICT = /\b(?:409|conflicts?)\b/;

const IS_MISSING = /\b(?:(?:does|do)(?: not|n't) exist|not found|unknown|no such|non-?existent)\b/;
/** Words beside the name of a record in what is said of several: `the room or the given patient does not exist`. */
const DETERMINERS = /\b(?:the|an?|any|one|of|its|this|that|either|given|referenced|requested)\b/g;

/** True if the document says that an operation is rejected if it names a record which does not exist. */
export function rejectsUnknown(contract: Contract, called: ResourceOperation, named: readonly string[]): boolean {
  const { document } = contract;
  const isTold = called.operation.responses.some(
    ({ key, pointer }) => key.startsWith('4') && saysMissing(textAt(document, pointer), named),
  );
  return isTold || isFoundByBody(contract, called);
}

/** Without a parameter in the path, a 404 of one operation alone is about the only record that its body names. */
function isFoundByBody({ operations }: Contract, { operation, references }: ResourceOperation): boolean {
  const has404 = ({ responses }: Operation) => responses.some(({ key }) => key === '404');
  const inBody = references.filter(({ in: place }) => place === 'body');
  const others = operations.filter(({ path, id }) => path === operation.path && id !== operation.id);
  return (
    has404(operation) &&
    !operation.path.includes('{') &&
    references.length === 1 &&
    inBody.length === 1 &&
    others.length > 0 &&
    !others.some(has404)
  );
}

/** True if a text says that a record of the name does not exist. */
export function saysMissing(text: string, named: readonly string[]): boolean {
  const name = named.map(singular).join(' ');
  const nameIn = (part: string) => words(part).map(singular).join(' ');
  return sentencesOf(text).some((sentence) => {
    const parts = sentence.split(/,| or |\//);
    // `No such room, patient or doctor` says it of all.
    const start = parts.findIndex((part) => /\b(?:no such|unknown)\b/.test(part));
    const isListed =
      start >= 0 && parts.slice(start + 1).some((part) => nameIn(part.replace(DETERMINERS, '')) === name);
    if (isListed) return true;
    // `The patient or the room does not exist` says it of both.
    let isMissing = false;
    return parts.toReversed().some((part) => {
      const isAlone = nameIn(part.replace(DETERMINERS, '')) === name;
      isMissing ||= IS_MISSING.test(part);
      return IS_MISSING.test(part) ? ` ${nameIn(part)} `.includes(` ${name} `) : isMissing && isAlone;
    });
  });
}
