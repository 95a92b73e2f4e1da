import { isSamePart } from '../../core/clause-part.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause, MediaType } from '../../core/model.ts';
import { isPlainTextSchema } from '../../openapi/body/plain-text.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isForm, isJsonType } from '../../openapi/media-type.ts';
import type { BoundaryContext } from './case-spec.ts';

/** True if a schema says what a valid body of a media type is. */
export function isDescribed({ contract }: Pick<BoundaryContext, 'contract'>, media: MediaType): boolean {
  const { type, schema, xml } = media;
  if (schema === undefined) return false;
  return isJsonType(type) || isForm(type) || xml !== undefined || isPlainTextSchema(contract.document, media);
}

/** What a valid body shows: XML and text are of one type always, so that only a rejection of them could violate it. */
export function baseTargets({ contract, operation }: BoundaryContext, type: MediaType): Clause[] {
  const part = clauseParts.requestBody(type.type);
  const own = [contract.clauseAt(operation, part, type.pointer)];
  if (type.schema === undefined || isJsonType(type.type) || isForm(type.type)) return own;
  const typed = appendTokens(contract.document.resolve(type.schema).pointer, 'type');
  const clause = contract
    .clausesOf(operation)
    .find((each) => isSamePart(each.part, part) && each.schemaPointer === typed);
  return clause ? [...own, clause] : own;
}
