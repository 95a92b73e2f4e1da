import type { Reference, ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';

/**
 * Whether a list is that of other records that it has to name, and each of its records names one of each from its creation on:
 * `GET /tasks?listId=`, or `GET /lists/{listId}/tasks` where that is also the path to create them and each is at `/tasks/{taskId}`.
 */
export function isListOfOwner(type: ResourceType, list: ResourceOperation): boolean {
  const owners = requiredReferences(list);
  const required = list.operation.parameters.filter((each) => each.in === 'query' && each.required);
  if (list.scope !== 'collection' || owners.length !== required.length || ownersOf(list).length === 0) return false;
  const creations = type.operations.filter(({ creates }) => creates);
  return creations.every(
    ({ operation, references }) =>
      owners.every(({ resource }) => namesOne(references, resource)) &&
      (ownersInPath(list).length === 0 || operation.path === list.operation.path),
  );
}

/** Whether a list that shows one record shows another one, too: that of its owner. */
export function isListedWith(list: ResourceOperation, record: LiveRecord, other: LiveRecord): boolean {
  return ownersOf(list).every((owner) => record.context.get(owner) === other.context.get(owner));
}

/** The types of the records that a list has to name. */
function ownersOf(list: ResourceOperation): string[] {
  return [...requiredReferences(list).map(({ resource }) => resource), ...ownersInPath(list)];
}

function ownersInPath({ path, resource: own }: ResourceOperation): string[] {
  return path.filter(({ resource }) => resource !== own).map(({ resource }) => resource);
}

function requiredReferences({ references }: ResourceOperation): Reference[] {
  return references.filter((each) => each.in === 'query' && each.required && !each.many);
}

function namesOne(references: readonly Reference[], owner: string): boolean {
  const own = references.filter(({ resource }) => resource === owner);
  return own.length === 1 && own[0]?.required === true && !own[0].many;
}
