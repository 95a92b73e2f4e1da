import type { Reference, ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';

/**
 * Whether a list is that of one record by a query that it must have, as `GET /tasks?listId=`, and each of its records names
 * one such record from its creation on.
 */
export function isListOfOwner(type: ResourceType, list: ResourceOperation): boolean {
  const owners = requiredReferences(list);
  const required = list.operation.parameters.filter((each) => each.in === 'query' && each.required);
  if (list.scope !== 'collection' || owners.length === 0 || owners.length !== required.length) return false;
  const creations = type.operations.filter(({ creates }) => creates);
  return owners.every(({ resource }) =>
    creations.every(({ references }) => {
      const own = references.filter((each) => each.resource === resource);
      return own.length === 1 && own[0]?.required === true && !own[0].many;
    }),
  );
}

/** Whether a list that shows one record shows another one, too: that of its owner. */
export function isListedWith(list: ResourceOperation, record: LiveRecord, other: LiveRecord): boolean {
  return requiredReferences(list).every(({ resource }) => record.context.get(resource) === other.context.get(resource));
}

function requiredReferences({ references }: ResourceOperation): Reference[] {
  return references.filter((each) => each.in === 'query' && each.required && !each.many);
}
