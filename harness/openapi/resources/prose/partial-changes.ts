import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { textAt } from '../text-at.ts';

const PARTS =
  '(?:fields?|propert(?:y|ies)|attributes?|param(?:eter)?s?|values?|elements?|keys|settings?|options?|members?|columns?|anything|everything|those|that)';
const LEFT_OUT =
  "(?:(?:not|n['’]t) (?:be )?(?:provided|specified|included|sent|present|supplied|passed|given|set|in|contained|part|listed|mentioned)|omitted|missing|absent|left out|unspecified)";
const GIVEN = '(?:provided|specified|included|sent|present|supplied|passed|given|relevant|changed|contained|submitted)';
const STAYS =
  "(?:(?:remain|left|leave|stay|keep|kept|be|are|is|will be)\\b[^.;]*\\b(?:unchanged|untouched|unmodified|unaffected|preserved|retained|kept|as (?:they|it) (?:were|was|are|is)|current|existing|previous)|(?:unchanged|untouched|preserved|retained)|(?:not|n['’]t|never) (?:be )?(?:changed|updated|modified|affected|altered|touched|overwritten))";
const CHANGES = '(?:chang|updat|modif|alter|overw|appl)';

/** `Fields that are not present in the request will be preserved`, `Any parameters not provided will be left unchanged`. */
const STAYING = new RegExp(`\\b${PARTS}\\b[^.;]*\\b${LEFT_OUT}\\b[^.;]*\\b${STAYS}`, 'i');
/** `If a field is omitted, its value is kept`. */
const OMITTED = new RegExp(`\\b(?:omitted|absent|missing|left out)\\b[^.;]*\\b${STAYS}`, 'i');
/** `Only the fields provided are updated`, `This operation updates only the parameters that are specified in the request`. */
const ONLY_GIVEN = new RegExp(
  `\\bonly (?:(?:the|those|these|optional|relevant|specific) ){0,2}(?:${GIVEN} )?${PARTS}(?: or ${PARTS})?\\b[^.;]*\\b(?:${GIVEN}|need|have to be)\\b[^.;]*(?:\\b${CHANGES}|\\brequest\\b|\\bbody\\b|$)`,
  'i',
);
const ONLY_INCLUDED = new RegExp(`\\bonly (?:the )?${GIVEN} ${PARTS}\\b`, 'i');
const PARTIAL = /\bpartial(?:ly)? (?:updat|chang|modif)|\b(?:updat|chang|modif)\w* partially\b/i;
/** Not `If it is not specified, the current value is replaced with the default value, not left unmodified`. */
const REPLACED = /\bdefaults?\b|\breplaced (?:with|by)\b|\bnot left\b|\bremoved\b|\bdeleted\b/i;
const UNCERTAIN = /\b(?:not|n['’]t|no|never|cannot|unlike|instead|unless)\b|\bpatch\b/i;

/** True if the document says that a change leaves what it is not sent as it is, as a PATCH does. */
export function tellsPartial(document: OpenApiDocument, { pointer, requestBody }: Operation): boolean {
  const texts = [
    textAt(document, pointer),
    textAt(document, pointer, 'summary'),
    ...(requestBody ? [textAt(document, requestBody.pointer)] : []),
  ];
  return texts.flatMap((text) => text.split(/(?<=[.;])\s|\n\s*\n/)).some(saysPartial);
}

function saysPartial(sentence: string): boolean {
  if (REPLACED.test(sentence)) return false;
  if (PARTIAL.test(sentence)) return !UNCERTAIN.test(sentence);
  return [STAYING, OMITTED, ONLY_GIVEN, ONLY_INCLUDED].some((each) => each.test(sentence));
}
