import type { MediaType, Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { effectiveSchema } from '../../schema/effective-schema.ts';
import type { PatchFormat, ResourceOperation, Role } from '../model.ts';
import { tellsPartial } from '../prose/partial-changes.ts';
import { keyProperty } from '../references/identifying.ts';
import type { RepresentationReader } from '../representations/representation.ts';
import type { InferredType } from '../types/inferred-type.ts';
import { hasMethod, type PathNode } from '../types/path-tree.ts';

/** The role that a method has on a path, and why. */
export interface RoleGuess extends Pick<ResourceOperation, 'role' | 'reason'> {
  readonly creates?: boolean;
  readonly filtered?: boolean;
}

const ON_RECORD: ReadonlyMap<string, Role> = new Map([
  ['GET', 'read'],
  ['HEAD', 'head'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);
const PAGING_PARAMETER = /page|limit|offset|size|cursor|skip|top|count|first|after|before/i;

/** The role of a method on an item path. `isCreatable`: a POST on a collection creates records of the type. */
export function guessOnItem(
  document: OpenApiDocument,
  operation: Operation,
  node: PathNode,
  isCreatable: boolean,
): RoleGuess {
  const { method } = operation;
  const role = ON_RECORD.get(method);
  if (role) return { role, reason: `${method} on an item path` };
  if (method === 'PUT' && !isCreatable && addsMember(operation, node))
    return { role: 'update', creates: true, reason: 'PUT alone adds the record, as DELETE removes it' };
  if (method === 'PUT') return guessPut(document, operation, 'an item path', isCreatable, hasMethod(node, 'GET'));
  if (method !== 'POST') return { role: 'other', reason: `${method} on an item path` };
  if (documents(operation, '201') && !isCreatable && !hasMethod(node, 'PUT'))
    return {
      role: 'create',
      creates: true,
      reason: 'POST on an item path that documents 201: the client chooses the id',
    };
  return { role: 'action', reason: 'POST on an item path does what the service defines (RFC 9110 9.3.3)' };
}

/** The role of a method on the path of a singleton. */
export function guessOnSingleton(document: OpenApiDocument, operation: Operation, node: PathNode): RoleGuess {
  const { method } = operation;
  const place = 'a path without an identifier';
  const role = ON_RECORD.get(method);
  if (role) return { role, reason: `${method} on ${place}` };
  if (method === 'PUT' && hasMethod(node, 'DELETE') && !hasMethod(node, 'POST'))
    return { role: 'update', creates: true, reason: `PUT on ${place} that can be deleted: it creates too` };
  if (method === 'PUT') return guessPut(document, operation, place, true, true);
  if (method !== 'POST') return { role: 'other', reason: `${method} on ${place}` };
  if (documents(operation, '201') || !hasMethod(node, 'PUT', 'PATCH'))
    return { role: 'create', creates: true, reason: `POST on ${place}` };
  return { role: 'action', reason: `POST on ${place} that has PUT or PATCH` };
}

/** Whether a PUT puts one record among those of another, as `PUT /orders/{id}/labels/{slug}` and `PUT /carts/{id}/items/{productId}`. */
function addsMember({ requestBody }: Operation, node: PathNode): boolean {
  const isShownInside =
    !hasMethod(node, 'GET') && node.parent?.parent?.kind === 'item' && !node.parent.operations.length;
  return (requestBody === undefined || isShownInside) && hasMethod(node, 'DELETE') && !hasMethod(node, 'PATCH', 'POST');
}

/** RFC 9110 9.3.4: a PUT creates the record if there is none, and then gives 201. */
function guessPut(
  document: OpenApiDocument,
  operation: Operation,
  place: string,
  isCreatable: boolean,
  isRead: boolean,
): RoleGuess {
  if (documents(operation, '201'))
    return {
      role: 'update',
      creates: true,
      reason: `PUT on ${place} that documents 201: it creates too (RFC 9110 9.3.4)`,
    };
  if (tellsPartial(document, operation))
    return { role: 'patch', reason: `PUT on ${place} that changes only what it is sent, as the document says` };
  if (isCreatable || !isRead || documents(operation, '404')) return { role: 'update', reason: `PUT on ${place}` };
  return { role: 'update', creates: true, reason: `PUT on ${place} without 404, and nothing else creates records` };
}

/** The role of a method on a collection of the type. */
export function guessOnCollection(
  operation: Operation,
  node: PathNode,
  inferred: InferredType,
  reader: RepresentationReader,
): RoleGuess {
  const { method } = operation;
  const reason = node === inferred.collection ? `${method} on a collection` : `${method} on a collection elsewhere`;
  if (method === 'GET' || method === 'QUERY')
    return { role: 'list', filtered: node !== inferred.collection || hasRequiredFilter(operation), reason };
  if (method === 'HEAD') return { role: 'head', reason };
  if (method === 'POST' && (reader.sendsArray(operation) || reader.givesArray(operation)))
    return { role: 'action', reason: 'POST of many records at a time' };
  if (method === 'POST') return { role: 'create', creates: true, reason };
  if (method !== 'PUT' && method !== 'PATCH') return { role: 'action', reason };
  const body = reader.request(operation, inferred.words);
  const isOnItem = inferred.item !== undefined && hasMethod(inferred.item, method);
  if (isOnItem || !body || !keyProperty(body.properties, inferred.words) || reader.sendsArray(operation))
    return { role: 'action', reason: `${method} on a collection changes many records` };
  return { role: method === 'PUT' ? 'update' : 'patch', reason: `${reason} with the identifier in the body` };
}

function hasRequiredFilter({ parameters }: Operation): boolean {
  return parameters.some(
    ({ in: place, name, required }) => place === 'query' && required && !PAGING_PARAMETER.test(name),
  );
}

function documents({ responses }: Operation, key: string): boolean {
  return responses.some((response) => response.key === key);
}

/** How a PATCH describes its change, by the media types of its body. */
export function patchFormat(document: OpenApiDocument, operation: Operation): PatchFormat | undefined {
  if (operation.method !== 'PATCH') return undefined;
  if (contentOf(operation, 'application/merge-patch+json')) return 'merge';
  return jsonPatchContent(document, operation) ? 'json-patch' : 'properties';
}

/** The body of a JSON Patch; ASP.NET lists its media type for any object. */
export function jsonPatchContent(document: OpenApiDocument, operation: Operation): MediaType | undefined {
  const content = contentOf(operation, 'application/json-patch+json');
  return content && mayBeArray(document, content.schema) ? content : undefined;
}

function contentOf({ requestBody }: Operation, essence: string): MediaType | undefined {
  return requestBody?.content.find(({ type }) => type.toLowerCase().startsWith(essence));
}

function mayBeArray(document: OpenApiDocument, schema: string | undefined): boolean {
  if (schema === undefined) return true;
  const { types, properties } = effectiveSchema(document, schema, 'request');
  return types.includes('array') && properties.size === 0;
}
