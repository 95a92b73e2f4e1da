import { isObject } from '../../core/json/index.ts';
import { expandPointer, getAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { topName } from '../../openapi/resources/names.ts';
import { bulkReference, deletesSeveral } from '../../openapi/resources/operations/bulk-actions.ts';
import type { Failure, Plan, WorldRequest } from './plan.ts';
import { pathName, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** A record that a bulk action names. */
interface NamedRecord extends Pick<WorldRequest, 'path'> {
  /** What the request says of the record. */
  readonly values: JsonObject;
}

/** The records that a request names to be changed or deleted, as `POST /books/bulk-delete` does; undefined if it is no such request. */
export function namedRecords({ types, path, operation, body, parameters }: WorldRequest): NamedRecord[] | undefined {
  const reference = bulkReference(operation);
  if (!reference) return undefined;
  const { in: place, at, identifier } = reference;
  const name = pathName(types.type.name, identifier);
  const named = (id: JsonValue | undefined, values: JsonObject): NamedRecord[] =>
    id === undefined ? [] : [{ path: new Map([...path, [name, id]]), values }];
  if (place !== 'body') {
    const [, ids] = [...parameters].find(([parameter]) => parameter.in === place && parameter.name === at) ?? [];
    return Array.isArray(ids) ? ids.flatMap((id) => named(id, {})) : undefined;
  }
  if (body === undefined) return undefined;
  const inner = at.split('/*')[1] ?? '';
  return expandPointer(body, at).flatMap((pointer) => {
    const values = inner === '' ? body : getAt(body, pointer.slice(0, -inner.length));
    return named(getAt(body, pointer), isObject(values) ? values : {});
  });
}

/** Changes or deletes the records that a request names; none of them if one is missing and the operation documents that. */
export function changeSeveral(
  world: World,
  { types, operation }: WorldRequest,
  named: readonly NamedRecord[],
): Plan | Failure {
  const changes = new Map<StoredRecord, JsonObject>();
  for (const { path, values } of named) {
    const found = world.finder.lookup(types, path);
    if (!('isDeleted' in found)) changes.set(found, values);
    // An operation that documents no such error passes over what is not there.
    else if (operation.operation.response(404) || operation.operation.response(410)) return { missing: found };
  }
  const isDeletion = deletesSeveral(operation);
  return {
    statuses: [],
    apply: () => {
      for (const [record, values] of changes)
        if (isDeletion) world.remove(types, record);
        else types.force(record, { ...record.value, ...withoutStamps(types, declared(types, values)) });
      return { list: [...changes.keys()], isOfChanges: true };
    },
  };
}

/** Without the times of the creation and of changes, which the service sets although whole records are sent. */
function withoutStamps({ shape }: TypeWorld, sent: JsonObject): JsonObject {
  const stamps = new Set(shape.stamps.map(({ pointer }) => topName(pointer)));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !stamps.has(name)));
}

/** The properties of a request that records have, too. */
export function declared({ shape }: TypeWorld, sent: JsonObject | undefined): JsonObject {
  return Object.fromEntries(Object.entries(sent ?? {}).filter(([name]) => shape.representation.names.has(name)));
}
