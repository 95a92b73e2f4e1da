import type { Operation } from '../../core/model.ts';
import type { ResourceModel } from '../../openapi/resources/model.ts';
import { sharingOf } from './lease.ts';

/** Whether the requests of an operation name records. */
export function needsRecords({ operations }: ResourceModel, { id }: Operation): boolean {
  const operation = operations.get(id);
  return operation !== undefined && (operation.path.length > 0 || operation.references.length > 0);
}

/** Whether the requests of an operation change or delete the records that they name. */
export function changesRecord({ operations }: ResourceModel, { id }: Operation): boolean {
  const operation = operations.get(id);
  return operation !== undefined && sharingOf(operation) !== 'all';
}

/** The operations that write the records that an operation creates; undefined if it creates none with an address. */
export function writersOf({ operations, types }: ResourceModel, { id }: Operation): Operation[] | undefined {
  const operation = operations.get(id);
  const type = operation?.role === 'create' && types.find(({ name }) => name === operation.resource);
  if (!type || type.item === undefined) return undefined;
  return type.operations.filter(({ role }) => role === 'update' || role === 'patch').map((each) => each.operation);
}
