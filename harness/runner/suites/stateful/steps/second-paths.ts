import type { ResourceModel, ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import { secondPathOf } from '../../../../openapi/resources/second-paths.ts';

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
  const second = secondPathOf(model, type);
  if (!second) return type;
  const { first, creations, identifier } = second;
  const changes = first.operations.filter(
    ({ role, scope, creates }) => scope === 'item' && !creates && ['update', 'patch', 'delete'].includes(role),
  );
  const borrowed = [...creations, ...changes].map((each) => borrow(each, first, type, identifier));
  const { properties, references } = first;
  return { ...type, properties, references, operations: [...type.operations, ...borrowed] };
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
