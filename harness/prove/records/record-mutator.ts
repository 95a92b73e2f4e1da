import type { StatefulCheckId } from '../../core/check-ids.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import type { RecordBehavior } from './record-mutation.ts';
import type { Trigger } from './triggers.ts';

/** A way to break what HTTP promises over several requests. */
export interface RecordMutator {
  /** The check that is expected to find it. */
  readonly check: StatefulCheckId;
  /** What the service does, e.g. `stores nothing that it creates`. */
  readonly description: string;
  readonly triggers: readonly Trigger[];
  /** The operation that misbehaves; undefined if the type has none. */
  operationOf(types: TypeWorld, contract: Contract): ResourceOperation | undefined;
  /** @param isDue whether it misbehaves with a record now; to be called once for each occasion */
  behavior(types: TypeWorld, operation: ResourceOperation, isDue: (record: StoredRecord) => boolean): RecordBehavior;
}

/** Finds an operation of a type, if it has one. */
export type FindOperation = (types: TypeWorld) => ResourceOperation | undefined;

/** Finds the first operation of a type with a role. */
export function operationWith(
  { type }: TypeWorld,
  isWanted: (operation: ResourceOperation) => boolean,
): ResourceOperation | undefined {
  return type.operations.find((operation) => operation.ends === undefined && isWanted(operation));
}

export const creates = (types: TypeWorld): ResourceOperation | undefined =>
  operationWith(types, ({ role, scope }) => role === 'create' && scope === 'collection');
export const reads = (types: TypeWorld): ResourceOperation | undefined =>
  operationWith(types, ({ role, response, scope }) => role === 'read' && scope === 'item' && response !== undefined);
export const replaces = (types: TypeWorld): ResourceOperation | undefined =>
  operationWith(
    types,
    ({ role, scope, operation: { method } }) => role === 'update' && scope === 'item' && method === 'PUT',
  );
export const patches = (types: TypeWorld): ResourceOperation | undefined =>
  operationWith(
    types,
    ({ role, scope, patch, operation: { method } }) =>
      (role === 'patch' || role === 'update') && scope === 'item' && method === 'PATCH' && patch !== 'json-patch',
  );
export const deletes = (types: TypeWorld): ResourceOperation | undefined =>
  operationWith(types, ({ role, scope }) => role === 'delete' && scope === 'item');
export const lists = (types: TypeWorld): ResourceOperation | undefined =>
  operationWith(types, ({ role, filtered, response }) => role === 'list' && !filtered && response?.items !== undefined);
