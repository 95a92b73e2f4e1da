import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { singular, words } from '../names.ts';
import type { Selector } from '../operations/selectors.ts';
import { textAt } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

/** Whether a record at a bound is selected. */
export type ToldBound = 'inclusive' | 'exclusive';

const COMPARED = 'later|earlier|more|less|above|below|newer|older|higher|lower|greater|fewer';
/** Not `one or more countries`, `within a day or less`, `before or after the date` or `at least one of them`. */
const INCLUSIVE = new RegExp(
  `\\binclusive\\b(?! of)|(?<!\\b(?:one|two|day|hour|minute)s? )\\bor (?:an? )?(?:${COMPARED})\\b|(?<!\\bbefore )\\bor after\\b|(?<!\\bafter )\\bor before\\b|` +
    `\\bat (?:least|most)\\b(?! one\\b)|\\bup to and including\\b|\\bthan or equals?\\b|\\bno (?:${COMPARED}) than\\b(?! \\d)`,
  'i',
);
/** Not `no more than 30 days apart`, `with a contribution before this date` or `more than 100 files`. */
const EXCLUSIVE = new RegExp(
  `\\bexclusive\\b(?! of)|(?<!\\bor )\\bbefore this (?:time|instant|moment)\\b|` +
    `\\b(?:are|is|was|were) (?!not\\b)(?:\\w+ )?before this (?:day|date)\\b(?! or (?:on|at)\\b)|(?<!\\bno )\\b(?:${COMPARED}) than\\b(?! or equal| \\d| one\\b)`,
  'i',
);
const ALL =
  /\ball (?:of )?(?:the )?(?:given )?filters (?:given |that are given |(?:of|in) (?:a|the) request )?(?:must|have to|need to) (?:match|apply|hold|be (?:fulfilled|satisfied|met))\b(?! (?:the|an?|one|this|these|at|with|for|before|by)\b)|\bfilters (?:are|can be) combined (?:with|by) (?:a )?(?:logical )?and\b/i;
/** What takes some filters, or some lists, from it. */
const NOT_ALL =
  /\b(?:unless|except|apart from|other than|not|or|any|may|might|should|when|if(?! (?:several|multiple|more than one|two|both)\b)|some|within|only)\b/i;

/** What the document says of a part of a request that selects. */
export function selectorText(
  document: OpenApiDocument,
  { parameters }: Operation,
  { at, name, schema }: Selector,
): string {
  const parameter = parameters.find((each) => each.in === 'query' && each.name === at && name === at);
  return [parameter?.pointer, schema].map((each) => (each === undefined ? '' : textAt(document, each))).join('\n');
}

/**
 * Reads `inclusive`, `or later`, `before this time`; undefined where the text says neither, or both.
 * @param name that of the parameter: `upper bound (exclusive) for the start time` says nothing of an end that `endTime` is compared with
 */
export function toldBound(text: string, name = ''): ToldBound | undefined {
  const [isInclusive, isExclusive] = [INCLUSIVE.test(text), EXCLUSIVE.test(text)];
  const [says, isCalled] = [(end: RegExp) => end.test(text), (end: RegExp) => end.test(words(name).join(' '))];
  const isOther = (own: RegExp, other: RegExp) => isCalled(own) && says(other) && !says(own);
  if (isInclusive === isExclusive || isOther(START, END) || isOther(END, START)) return undefined;
  return isInclusive ? 'inclusive' : 'exclusive';
}

const START = /\b(?:starts?|begins?|beginning|starting)\b/i;
const END = /\b(?:ends?|ending)\b/i;

const PART =
  /\b(part|word|substring|fragment) (?:of|in) (?:the |its |their |an? )?([\w-]+(?: [\w-]+)?)(?=$|[.,;:\n]| (?:or|and|that|which)\b)/i;

/** `Only members whose name contains this text`, `whose name or code contains the string`. */
const CONTAINS =
  /\bwhose ([\w-]+)(?: or [\w-]+)? (?:contains?|includes?) (?:this|the|that|the given) (?:text|string|value|phrase|substring)\b/i;

/** `whose name or sku contains this text`, `whose name, e-mail or phone contains the text`. */
const ANY_CONTAINS =
  /\bwhose ([\w-]+(?:(?:, | or |, or )[\w-]+)+) (?:contains?|includes?) (?:this|the|that|the given) (?:text|string|value|phrase|substring)\b/i;

/** The properties in any of which a search finds a text; none if the text names no more than one. */
export function toldAnyPart(text: string): string[] {
  return ANY_CONTAINS.exec(text)?.[1]?.split(/, or | or |, /i) ?? [];
}

/** A search for a part of a text. */
export interface ToldPart {
  /** What the text is called. */
  readonly of: string;
  /** True if the part may be within a word. */
  readonly isInWords: boolean;
}

/** Reads `Part of the name`, which may be a word of it, `substring of the title` and `whose name contains this text`. */
export function toldPart(text: string): ToldPart | undefined {
  const contained = CONTAINS.exec(text)?.[1];
  if (contained !== undefined) return { of: contained, isInWords: true };
  const [, kind = '', of] = PART.exec(text) ?? [];
  return of === undefined ? undefined : { of, isInWords: /^(?:substring|fragment)$/i.test(kind) };
}

/** True where a list, or the document in general, says that a record must match each of its filters. */
export function saysAllFilters(document: OpenApiDocument, { pointer }: Operation): boolean {
  const texts = [textAt(document, pointer), textAt(document, '/info')];
  return texts.some((text) => sentencesOf(text).some((each) => ALL.test(each) && !NOT_ALL.test(each)));
}

const LISTED =
  /\b(?:without (?:it|this|one|an?|the)\b|by default\b|if (?:absent|omitted|not given)\b).*\b(?:are|is) (?:returned|listed|shown|included)\b/i;
const PARTLY = /\b(?:not|no|except|only|unless|but|excluding|hidden|never)\b/i;

/** True where a list shows records of a kind that others hide, as the document says: `Without it, active and archived ones are returned`, `including archived ones`. */
export function saysListed(document: OpenApiDocument, { pointer, parameters }: Operation, kind: string): boolean {
  const texts = [pointer, ...parameters.map((each) => each.pointer)].map((each) => textAt(document, each));
  const named = new RegExp(`\\b(?:${kind}|all)\\b`, 'i');
  const including = new RegExp(`\\bincluding (?:the )?(?:\\w+ (?:and|or) )?${kind}\\b`, 'i');
  const sentences = texts.flatMap((text) => text.split(/[.;\n]/)).filter((each) => !PARTLY.test(each));
  return sentences.some((each) => including.test(each) || (LISTED.test(each) && named.test(each)));
}

const SHOWN =
  /\b(?:includ|return|show|list|with)\w*\b.*?\b(?:deleted|removed|trashed) (.+)|\b(?:deleted|removed|trashed) (.+?)\b(?:are|is) (?:also )?(?:included|returned|shown|listed)\b/i;
/** Who sees them, which ones and for how long is another matter. */
const NOT_ALWAYS =
  /\b(?:admin\w*|permissions?|allowed|privileged|own|roles?|days?|hours?|recent(?:ly)?|until|only|not|never|permanent(?:ly)?|unless|if(?! (?:true|set|this|it)\b))\b/i;
const RECORD = /^(?:ones?|records?|resources?|entries|entry)\b/i;

/** True for `Return deleted orders, too`, of the orders that a list shows; not for `deleted lines`, which are something else. */
export function saysDeletedListed(text: string, named: readonly string[]): boolean {
  const name = named.map(singular).join(' ');
  return text.split(/[.;\n]/).some((sentence) => {
    const [, last, first = ''] = SHOWN.exec(sentence) ?? [];
    const noun = last ?? first;
    const isOfType = ` ${words(noun).map(singular).join(' ')} `.startsWith(` ${name} `);
    return (isOfType || RECORD.test(noun)) && !NOT_ALWAYS.test(sentence);
  });
}
