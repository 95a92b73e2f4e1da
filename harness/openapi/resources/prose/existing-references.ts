import type { Contract } from '../../contract.ts';
import { schemasAt } from '../../schema/schemas-at.ts';
import type { ResourceOperation } from '../model.ts';
import { textAt } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

/** `The supplier, which has to exist`, `Must be the id of an existing room`. */
const MUST_EXIST =
  /\b(?:(?:has|have|needs?) to|must)(?: already)? (?:exist\b|(?:be|refer to|reference|name|point to) (?:the (?:id|identifier|code|slug) of )?(?:an? )?existing\b)/;
/** `An identifier that does not exist is rejected with 422 in a request body`. */
const UNKNOWN_IDENTIFIER =
  /\b(?:unknown|non-?existent|no such) (?:ids?|identifiers?|references?)\b|\b(?:ids?|identifiers?|references?)\b(?: of records| to records)?(?:,? (?:that|which))? (?:(?:do|does)(?: not|n't) exist|(?:is|are) unknown)\b/;
const IN_BODY = /\b4\d\d\b.*\bbod(?:y|ies)\b|\bbod(?:y|ies)\b.*\b4\d\d\b/;
const UNCERTAIN =
  /\b(?:if|when|while|once|before|after|unless|until|except|only|may|might|can|could|should|unchecked|(?:not|never) (?:checked|verified|rejected)|ignored?|accepted|some|sometimes|later)\b/;

/**
 * True if the document says of a part of a request body, or of all bodies, that what it names has to be there.
 * @param at JSON Pointer in the body
 */
export function mustNameExisting({ document }: Contract, { request }: ResourceOperation, at: string): boolean {
  const told = textAt(document, '/info');
  if (sentencesOf(told).some(rejectsUnknownIn)) return true;
  const envelope = request?.envelope ?? '';
  const pointer = at.slice(envelope.length);
  const schemas = (request?.schemas ?? []).flatMap((whole) =>
    schemasAt(document, { whole, pointer, direction: 'request' }),
  );
  return schemas.some((schema) => sentencesOf(textAt(document, schema)).some(hasToExist));
}

/** Whether a sentence of the whole document says that unknown identifiers are rejected in a body. */
function rejectsUnknownIn(sentence: string): boolean {
  return UNKNOWN_IDENTIFIER.test(sentence) && IN_BODY.test(sentence) && !UNCERTAIN.test(sentence);
}

/** Whether a sentence about a reference says that there has to be such a record. */
function hasToExist(sentence: string): boolean {
  return MUST_EXIST.test(sentence) && !UNCERTAIN.test(sentence);
}
