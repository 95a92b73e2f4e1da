import { bodyType } from '../generate/requests/build-request.ts';
import { parts } from '../openapi/clauses/clauses.ts';
import { isJsonType } from '../openapi/media-type.ts';
import type { Json, Operation } from '../core/model.ts';
import type { Seen } from './request-parser.ts';

/** What a request carries in the part that a clause speaks of; undefined for parts that hold no value. */
export function placeIn(operation: Operation, part: string): ((seen: Seen) => Json | undefined) | undefined {
  const type = bodyType(operation);
  if (type && isJsonType(type.type) && part === parts.requestBody(type.type)) return ({ body }) => body;
  const parameter = operation.parameters.find((each) => parts.parameter(each) === part);
  return parameter && (({ parameters }) => parameters.get(parameter));
}
