import { type ClausePart, isSamePart } from '../core/clause-part.ts';
import type { JsonValue, Operation } from '../core/model.ts';
import { requestMediaType } from '../generate/requests/build-request.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import { isJsonType, isMultipart } from '../openapi/media-type.ts';
import type { ParsedRequest } from './request-parser.ts';

/** What a request carries in the part that a clause speaks of; undefined for parts that hold no value. */
export function requestPartReader(
  operation: Operation,
  part: ClausePart,
): ((parsed: ParsedRequest) => JsonValue | undefined) | undefined {
  const type = requestMediaType(operation);
  if (type && isJsonType(type.type) && isSamePart(part, clauseParts.requestBody(type.type))) return ({ body }) => body;
  if (part.kind === 'request-body' && part.mediaType !== undefined && !isMultipart(part.mediaType))
    return ({ body, form, mediaType }) => (mediaType === part.mediaType ? (body ?? form) : undefined);
  const parameter = operation.parameters.find((each) => isSamePart(clauseParts.parameter(each), part));
  return parameter && (({ parameters }) => parameters.get(parameter));
}
