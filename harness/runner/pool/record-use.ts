import type { Operation } from '../../core/model.ts';
import { creationPlan } from '../../openapi/resources/creation-plan.ts';
import type { ResourceModel, ResourceOperation } from '../../openapi/resources/model.ts';
import { sharingOf } from './lease.ts';

/** Whether the requests of an operation name records, or are about the only one of its type, which another operation creates. */
export function needsRecords(model: ResourceModel, { id }: Operation): boolean {
  const operation = model.operations.get(id);
  if (operation === undefined) return false;
  return (
    operation.path.length > 0 || operation.references.length > 0 || creationPlan(model, operation).steps.length > 0
  );
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

/** Whether an operation deletes what other requests need, too: records that no operation creates, or the only one of its type. */
export function deletesShared(model: ResourceModel, operation: Operation): boolean {
  const own = model.operations.get(operation.id);
  if (own?.role !== 'delete') return false;
  const type = model.types.find(({ name }) => name === own.resource);
  return !type?.operations.some(({ creates }) => creates) || deletesOnlyOne(model, operation);
}

/** Whether an operation deletes the only record of its type, which another one creates again: no request has one of its own. */
export function deletesOnlyOne(model: ResourceModel, { id }: Operation): boolean {
  const own = model.operations.get(id);
  if (own?.role !== 'delete' || own.scope !== 'singleton') return false;
  const { steps } = creationPlan(model, own);
  return steps.length > 0 && steps.every(({ resource }) => resource === own.resource);
}

/** The operations that write the records that an operation creates; undefined if it creates none with an address. */
export function writersOf({ operations, types }: ResourceModel, { id }: Operation): Operation[] | undefined {
  const operation = operations.get(id);
  const type = operation?.role === 'create' && types.find(({ name }) => name === operation.resource);
  if (!type || type.item === undefined) return undefined;
  return type.operations.filter(({ role }) => role === 'update' || role === 'patch').map((each) => each.operation);
}
