import type { Clause, MediaType, Operation } from '../../core/model.ts';
import { isPlainText, isPlainTextSchema, isStringSchema } from '../body/plain-text.ts';
import type { OpenApiDocument } from '../document.ts';
import { isForm, isJsonType, isMediaRange } from '../media-type.ts';

/** Why the values of a media type do not show whether a clause is satisfied. @returns undefined if they do */
export function whyNotChecked(document: OpenApiDocument, operation: Operation, clause: Clause): string | undefined {
  const { direction, schemaPointer } = clause;
  const media = mediaTypeOf(operation, clause);
  if (!media || isChecked(document, media, direction)) return undefined;
  const { type, pointer } = media;
  if (direction === 'request') return `not checked: the document does not say what a valid ${type} is`;
  if (schemaPointer === pointer)
    return isPlainText(type) ? undefined : `not checked: whether it is well-formed ${type}`;
  // Any body is a string of bytes.
  if (isRootType(clause) && isStringSchema(document, media.schema ?? '')) return undefined;
  return `not checked: no rule says how a schema describes ${type}`;
}

/** Whether every body of a media type satisfies the clause, so that nothing has to be read of it. */
export function isAlwaysSatisfied(document: OpenApiDocument, operation: Operation, clause: Clause): boolean {
  const media = mediaTypeOf(operation, clause);
  if (!media || whyNotChecked(document, operation, clause) !== undefined) return false;
  return clause.schemaPointer === media.pointer || !isChecked(document, media, clause.direction);
}

function isRootType({ instancePath, schemaPointer }: Clause): boolean {
  return instancePath === '' && schemaPointer.endsWith('/type');
}

/** True if bodies of a media type are read as what their schema describes. */
function isChecked(document: OpenApiDocument, media: MediaType, direction: Clause['direction']): boolean {
  const { type, xml, stream, schema = '' } = media;
  if (isJsonType(type) || isMediaRange(type) || stream || (xml && !isStringSchema(document, schema))) return true;
  return (direction === 'request' && isForm(type)) || isPlainTextSchema(document, media);
}

/** Why no value of a media type is of another type than the schema says. @returns undefined if one can be */
export function whyAlwaysOfType(operation: Operation, clause: Clause): string | undefined {
  const { type } = mediaTypeOf(operation, clause) ?? {};
  if (type === undefined || isJsonType(type) || !clause.schemaPointer.endsWith('/type')) return undefined;
  return `in ${type}, no value is of another type`;
}

function mediaTypeOf({ requestBody, responses }: Operation, { part }: Clause): MediaType | undefined {
  if (part.kind === 'request-body') return requestBody?.content.find(({ type }) => type === part.mediaType);
  if (part.kind !== 'response-body') return undefined;
  return responses.find(({ key }) => key === part.status)?.content.find(({ type }) => type === part.mediaType);
}
