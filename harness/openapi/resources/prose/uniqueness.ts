import type { Operation } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import type { ResourceOperation } from '../model.ts';
import { words } from '../names.ts';
import { topLevelNames } from '../representations/schema-properties.ts';
import { type ConflictText, conflictText, SAYS_CONFLICT } from './conflicts.ts';

const TAKEN =
  /\b(?:taken|unique|duplicate[ds]?|in use|exists already|already (?:exists?|used|registered|assigned|known))\b/;

/** `A patient with that e-mail exists`. */
const EXISTS = /^(?!.*\b(?:no|not|none|never)\b).*\bwith\b.*\bexists\b/;

/** The properties of which the text says that no two records have the same value: `the e-mail is taken`, `409 if the e-mail exists`. */
export function uniqueNames(names: readonly string[], { general, ofResponse }: ConflictText): string[] {
  const told = ofResponse.filter((sentence) => TAKEN.test(sentence) || EXISTS.test(sentence)).map(inWords);
  const conflicts = general.filter((sentence) => SAYS_CONFLICT.test(sentence)).map(inWords);
  return names.filter((each) => {
    const name = words(each).join(' ');
    const isTaken = new RegExp(
      `\\b(?:duplicate[ds]?|same|existing) ${name} |(?<!\\bno) ${name} ${OF_A_KIND}(?:(?:is )?(?:already )?${IS_TAKEN}|${MUST_BE_NEW})`,
    );
    return told.some((sentence) => sentence.includes(` ${name} `)) || conflicts.some((each) => isTaken.test(each));
  });
}

const IS_TAKEN = '(?:exists|taken|in use|used|registered|assigned|known) ';
const MUST_BE_NEW =
  '(?:must (?:be (?:new|unique)|differ from|not (?:already )?be (?:taken|in use|used))|(?:can|may) (?:only be [a-z]+|be [a-z]+ only) once) ';
/** `serial` may be told of as the serial number. */
const OF_A_KIND = '(?:(?:number|code|key|name|address) )?';

function inWords(sentence: string): string {
  return ` ${words(sentence).join(' ')} `.replaceAll(' e mail ', ' email ');
}

/** The properties of a request of which the document says so. */
export function toldUnique(contract: Contract, { operation, request }: ResourceOperation): string[] {
  const text = conflictText(contract, operation);
  return text ? uniqueNames(topLevelNames(request?.properties ?? []), text) : [];
}

const ANY_CASE =
  /\bcase[- ]?insensitiv|\b(?:regardless of|whatever|ignor(?:es|ing)|without regard to) (?:the |its |their )?(?:letter |upper |lower )?case\b/;

/** True if the document says of a conflict that values which differ in letter case alone are the same. */
export function ignoresCase(contract: Contract, operation: Operation): boolean {
  const text = conflictText(contract, operation);
  return text !== undefined && [...text.general, ...text.ofResponse].some((sentence) => ANY_CASE.test(sentence));
}
