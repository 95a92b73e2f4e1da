import { getAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { effectiveSchema, firstKeyword } from '../../schema/effective-schema.ts';
import { schemasAt } from '../../schema/schemas-at.ts';
import type { Reference } from '../model.ts';
import type { InferredOperation } from '../operations/read-operation.ts';

/**
 * Adds the document's example to a reference without which no first record of a type can be created, as the folder above a new folder:
 * that of the root is known to the document alone.
 */
export function withExample(document: OpenApiDocument, operation: InferredOperation, reference: Reference): Reference {
  const { in: place, at, resource, required } = reference;
  const isOfFirst = operation.creates && required && place === 'body' && resource === operation.resource;
  const example = isOfFirst && !at.includes('*') ? exampleAt(document, operation, at) : undefined;
  return example === undefined ? reference : { ...reference, example };
}

/** What an example of the body has at a place, else that of the property itself. */
function exampleAt(
  document: OpenApiDocument,
  { operation, request }: InferredOperation,
  at: string,
): JsonValue | undefined {
  const bodies = operation.requestBody?.content.flatMap(({ examples }) => examples) ?? [];
  const inBody = bodies.map(({ value }) => getAt(value, at)).find((value) => value !== undefined);
  if (inBody !== undefined || !request) return inBody;
  const pointer = at.slice(request.envelope.length);
  const schemas = request.schemas.flatMap((whole) => schemasAt(document, { whole, pointer, direction: 'request' }));
  return schemas.map((schema) => ownExample(document, schema)).find((value) => value !== undefined);
}

function ownExample(document: OpenApiDocument, schema: string): JsonValue | undefined {
  const effective = effectiveSchema(document, schema, 'request');
  const list = firstKeyword(effective, 'examples');
  const [first] = Array.isArray(list) ? list : [];
  return firstKeyword(effective, 'example') ?? first ?? firstKeyword(effective, 'default');
}
