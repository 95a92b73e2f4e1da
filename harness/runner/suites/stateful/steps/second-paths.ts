import { parsePointer } from '../../../../core/json/pointer.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import { nameKey, words } from '../../../../openapi/resources/names.ts';
import { withoutId } from '../../../../openapi/resources/references/identifying.ts';

/**
 * Returns the model with the creation, the changes and the deletion of a type for another one that shows the same records at
 * a second path: an issue that `POST /issues` creates is also `GET /projects/{projectId}/issues/{issueId}`.
 */
export function withSecondPaths(model: ResourceModel): ResourceModel {
  const types = model.types.map((type) => withOperationsOf(model, type));
  return types.every((type, index) => type === model.types[index]) ? model : { ...model, types };
}

/** Whether only operations of another type create, change and delete the records of a type. */
export function isSecondPath(model: ResourceModel, { name, operations }: ResourceType): boolean {
  return operations.some(({ creates, operation }) => creates && model.operations.get(operation.id)?.resource !== name);
}

function withOperationsOf(model: ResourceModel, type: ResourceType): ResourceType {
  const [identifier, ...others] = type.identifiers;
  const first = model.types.find(({ name }) => name === identifier?.sameAs?.resource);
  const isReadOnly = type.operations.every(({ role }) => role === 'read' || role === 'list' || role === 'head');
  if (!first || !identifier || others.length > 0 || !isReadOnly || type.operations.length === 0) return type;
  const parent = model.types.find(({ name }) => name === type.parent);
  if (nameKey(first.words) !== nameKey(type.words) || (type.parent !== undefined && !parent)) return type;
  const isBound = new Set(identifier.bindings.filter(({ source }) => source !== 'list').map((each) => each.operation));
  const creations = first.operations.filter(
    (each) => each.role === 'create' && isBound.has(each.operation.id) && (!parent || namesParent(each, parent)),
  );
  if (creations.length === 0) return type;
  const changes = first.operations.filter(
    ({ role, scope, creates }) => scope === 'item' && !creates && ['update', 'patch', 'delete'].includes(role),
  );
  const borrowed = [...creations, ...changes].map((each) => borrow(each, first, type, identifier.name));
  const { properties, references } = first;
  return { ...type, properties, references, operations: [...type.operations, ...borrowed] };
}

/** Whether a record that an operation creates is below the parent which it has to name. */
function namesParent({ references, path }: ResourceOperation, { name, words: own }: ResourceType): boolean {
  if (path.some(({ resource }) => resource === name)) return true;
  const named = references.filter(({ resource }) => resource === name);
  const [only] = named;
  if (!only || named.length > 1 || !only.required || only.many) return false;
  return nameKey(withoutId(words(parsePointer(only.at).at(-1) ?? ''))) === nameKey(own);
}

/** The operation as one of the other type. */
function borrow(
  operation: ResourceOperation,
  { name }: ResourceType,
  { name: resource }: ResourceType,
  identifier: string,
): ResourceOperation {
  const path = operation.path.map((each) => (each.resource === name ? { ...each, resource, identifier } : each));
  return { ...operation, resource, path, ownIdentifiers: [] };
}
