import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { textAt } from '../text-at.ts';

const OF_ALL =
  /\b(?:total|in all|overall|altogether|(?:all|every|any|other) pages?|number of all|all (?:the )?(?:matches|matching|records|items|results|entries))\b/i;
const OF_ONE = /\b(?:this|current|each|per|one|on (?:the|a)) page\b/i;
const AT_END = /\b(?:last|final) (?:page|one)\b|\bno (?:more|further)\b|\bno (?:other|next) page\b|\bat the end\b/i;
const NOTHING =
  /\bnull\b|\babsent\b|\bmissing\b|\bomitted\b|\bleft out\b|\bempty\b|\bnot (?:there|given|present|set|included|returned|sent)\b/i;
const UNLESS = /\b(?:unless|except|but)\b[^.;]*\b(?:last|final) (?:page|one)\b/i;
/** Not `no more pages`, of which one may be empty, nor `no more than 50 books`. */
const NO_MORE =
  '\\b(?:no (?:more|further|other|additional|remaining) (?!pages?\\b|than\\b)[\\w-]+|nothing (?:more|else|left|follows))\\b(?! than\\b)';
const WHEN = '\\b(?:if|when|once|where|as soon as)\\b';
/** Not `If it is null, there are no more books`, which says nothing of when it is. */
const NONE_WITHOUT_RECORDS = new RegExp(
  `(?:${NOTHING.source})[^.;]*${WHEN}[^.;]*${NO_MORE}|${WHEN}[^.;,]*${NO_MORE}[^.;]*(?:${NOTHING.source})`,
  'i',
);
const NEVER_EMPTY =
  /\b(?:(?:page|pages|last one) (?:is|are) never empty|no page is (?:ever )?empty|there are no empty pages|(?:last|next|each|every) page (?:always )?has at least one)\b/i;

/** A property of the response that describes a page. */
export interface Described {
  readonly name: string;
  /** Where it is described. */
  readonly pointers: readonly string[];
}

/** What is said of a property where it is described, and in the sentences of its operation and of the whole document that name it. */
function sentencesAbout(document: OpenApiDocument, operation: Operation, { name, pointers }: Described): string[] {
  const elsewhere = [textAt(document, operation.pointer), textAt(document, '/info')].flatMap((text) => {
    const sentences = sentencesOf(text);
    // `It is null on the last page` goes on from the sentence before.
    return sentences.filter(
      (each, index) => names(each, name) || (/^\W*it\b/i.test(each) && names(sentences[index - 1], name)),
    );
  });
  return [...pointers.flatMap((pointer) => sentencesOf(textAt(document, pointer))), ...elsewhere];
}

/** Whether a sentence has a name in backticks or quotation marks, alone or at the end of a path such as `meta.count`. */
function names(sentence = '', name: string): boolean {
  return [...sentence.matchAll(/[`'"*]([^`'"*\s]+)[`'"*]/g)].some(
    ([, path]) => path === name || path?.endsWith(`.${name}`),
  );
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.;])\s+|\n\s*(?:\n|[-*] )/);
}

/** Whether a number such as `count` is said to be that of all records. */
export function isToldTotal(document: OpenApiDocument, operation: Operation, property: Described): boolean {
  const sentences = sentencesAbout(document, operation, property);
  return sentences.some((each) => OF_ALL.test(each) && !OF_ONE.test(each));
}

/** Whether what names the next page is said to be absent from the last one. */
export function isToldEnd(document: OpenApiDocument, operation: Operation, property: Described): boolean {
  const sentences = sentencesAbout(document, operation, property);
  return sentences.some((each) => (AT_END.test(each) && NOTHING.test(each)) || UNLESS.test(each));
}

/** Whether a page that is named is said to have records: what names it is absent once there are no more, or no page is empty. */
export function isNamedWithRecords(document: OpenApiDocument, operation: Operation, property: Described): boolean {
  const sentences = sentencesAbout(document, operation, property);
  const places = [...property.pointers, operation.pointer, '/info'];
  return (
    sentences.some((each) => NONE_WITHOUT_RECORDS.test(each)) ||
    places.some((pointer) => NEVER_EMPTY.test(textAt(document, pointer)))
  );
}
