import { appendTokens } from '../../../core/json/pointer.ts';
import { keep } from '../../../core/util/keep.ts';
import type { Contract } from '../../contract.ts';
import type { ResourceType } from '../model.ts';
import { topLevelNames } from '../representations/schema-properties.ts';
import { textsOf } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

/** What a service makes of a text that it is sent, as the document says in words. */
export interface TextForm {
  /** True if white space around it and the case of its letters stay, too. */
  readonly isExact: boolean;
  readonly apply: (text: string) => string;
}

const BLANKS = '(?:white ?spaces?|blanks|spaces)';
const KEEPS = new RegExp(
  [
    '\\b(?:stored|kept|saved|returned|preserved)\\b.*\\b(?:exactly (?:as|like)|verbatim|byte for byte|character for character)\\b',
    `\\b${BLANKS} (?:is|are) (?:kept|preserved|significant|(?:never|not) (?:trimmed|removed|stripped))\\b`,
    '\\b(?:never|not) trimmed\\b|\\bnever trims?\\b',
  ].join('|'),
);
const REMOVED = '(?:is|are|gets?) (?:removed|trimmed|stripped|dropped|cut off)';
const TRIMS = new RegExp(
  [
    `\\b(?:leading (?:and|or) trailing|surrounding|outer) ${BLANKS} ${REMOVED}\\b`,
    `\\b${BLANKS} (?:around it|at (?:both|the) ends|at the (?:start|beginning) and (?:the )?end) ${REMOVED}\\b`,
    '\\b(?:is|are) trimmed$|^trimmed$',
  ].join('|'),
);
const CHANGES =
  '\\b(?:stored|kept|saved|converted|normali[sz]ed|folded|changed|turned|shown|returned)\\b(?: \\w+){0,2} (?:in|to|as|into) (?:all )?';
const LOWERS = new RegExp(`${CHANGES}lower[- ]?case\\b|\\b(?:is|are) lower-?cased\\b`);
const RAISES = new RegExp(`${CHANGES}upper[- ]?case\\b|\\b(?:is|are) upper-?cased\\b`);
/** What is not always so, or not of the text itself. */
const UNCERTAIN =
  /\b(?:if|unless|when|while|may|might|can|could|should|must|except|but|usually|compar\w*|search\w*|sort\w*|index\w*|as well|also|internal\w*|hash\w*|encrypt\w*)\b/;
const NEGATED = /\b(?:not|never|no|without)\b/;

const known = new WeakMap<ResourceType, ReadonlyMap<string, TextForm>>();

/** The texts at the top of the records of a type of which the document says so: `Stored in lower case`, `white space is never trimmed`. */
export function toldTextForms({ document }: Contract, type: ResourceType): ReadonlyMap<string, TextForm> {
  const found = known.get(type);
  if (found) return found;
  const forms = new Map<string, TextForm>();
  for (const { request, response } of type.operations)
    for (const [shape, direction] of [
      [request, 'request'],
      [response, 'response'],
    ] as const)
      for (const name of topLevelNames(shape?.properties.filter(({ types }) => types.includes('string')) ?? [])) {
        const place = { pointer: appendTokens('', name), direction };
        const form = textForm(textsOf(document, shape?.schemas ?? [], place).join('\n'));
        if (form) forms.set(name, form);
      }
  return keep(known, type, forms);
}

/** Reads the description of a text. @returns undefined if it says nothing, or several things */
export function textForm(text: string): TextForm | undefined {
  const told = sentencesOf(text).filter((each) => !UNCERTAIN.test(each));
  const says = (pattern: RegExp) => told.some((each) => pattern.test(each) && !NEGATED.test(each));
  const isExact = told.some((each) => KEEPS.test(each));
  const [trims, lowers, raises] = [says(TRIMS), says(LOWERS), says(RAISES)];
  if (isExact) return trims || lowers || raises ? undefined : { isExact, apply: (each) => each };
  if ((lowers && raises) || !(trims || lowers || raises)) return undefined;
  const inCase = (each: string) => (lowers ? each.toLowerCase() : raises ? each.toUpperCase() : each);
  return { isExact, apply: (each) => inCase(trims ? each.trim() : each) };
}
