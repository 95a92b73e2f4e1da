import type { Operation } from '../../core/model.ts';
import type { ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import { sharingOf } from './lease.ts';

/** Whether the requests of an operation name records. */
export function needsRecords({ operations }: ResourceModel, { id }: Operation): boolean {
  const operation = operations.get(id);
  return operation !== undefined && (operation.path.length > 0 || operation.references.length > 0);
}

/** Whether the requests of an operation change or delete the records that they name. */
export function changesRecord({ operations, types }: ResourceModel, { id }: Operation): boolean {
  const operation = operations.get(id);
  return operation !== undefined && (isAboutOnly({ types }, operation) || sharingOf(operation) !== 'all');
}

/** The type of the record that an operation is about; of an action on the only one that another record has, that of the other. */
export function resourceOf(model: Pick<ResourceModel, 'types'>, operation: ResourceOperation): string | undefined {
  return isAboutOnly(model, operation) ? operation.path.at(-1)?.resource : operation.resource;
}

/** True for an action on the only record of its type that another one has, such as the cart of a session. */
export function isAboutOnly({ types }: Pick<ResourceModel, 'types'>, operation: ResourceOperation): boolean {
  const { role, resource, path } = operation;
  return role === 'action' && path.length > 0 && types.some(({ name, singleton }) => singleton && name === resource);
}

/** The operations that write the records that an operation creates; undefined if it creates none with an address. */
export function writersOf({ operations, types }: ResourceModel, { id }: Operation): Operation[] | undefined {
  const operation = operations.get(id);
  const type = operation?.role === 'create' && types.find(({ name }) => name === operation.resource);
  if (!type || type.item === undefined) return undefined;
  return type.operations.filter(({ role }) => role === 'update' || role === 'patch').map((each) => each.operation);
}
