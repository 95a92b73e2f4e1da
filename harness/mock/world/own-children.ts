import { getAt } from '../../core/json/pointer.ts';
import { type OwnChildren, ownChildren } from '../../openapi/resources/own-children.ts';
import { ownerOf } from './owners.ts';
import type { WorldRequest } from './plan.ts';
import type { PlacedValue } from './records/draft.ts';
import { pathName, type StoredRecord } from './records/stored-record.ts';
import type { RemovedRecord } from './trash.ts';
import { removeTree } from './trees.ts';
import type { TypeWorld } from './type-world.ts';
import type { Missing, World } from './world.ts';

/** The record of the same type that a request is below: the message of which it lists the replies. */
export interface RecordAbove extends Pick<OwnChildren, 'reference'> {
  readonly record: StoredRecord;
}

/** Finds the record of the same type that a request is below; its path then names what that record belongs to in its place. */
export function enterAbove(world: World, request: WorldRequest): WorldRequest | Missing {
  const { types, operation, path } = request;
  const children = ownChildren(types.type, operation);
  if (!children) return request;
  const record = world.finder.lookup(types, path);
  if ('isDeleted' in record) return record;
  const outside = [...path].filter(([name]) => !types.paths.ownNames.includes(name));
  const owners = types.owners.flatMap((owner) => {
    const value = ownerOf(record, owner);
    return value === undefined ? [] : [[owner.name, value] as const];
  });
  return { ...request, path: new Map([...outside, ...owners]), above: { ...children, record } };
}

/** The records that name the one above them; without a property for that, all others. */
export function belowAbove(records: readonly StoredRecord[], above: RecordAbove): readonly StoredRecord[] {
  const [place] = placedBelow(above);
  if (!place) return records.filter((each) => each !== above.record);
  const [pointer, id] = place;
  return records.filter(({ value }) => String(getAt(value, pointer)) === String(id));
}

/** Removes what was created below a record of the same type, such as the replies to a message. @returns all that was removed */
export function removeOwnChildren(world: World, types: TypeWorld, record: StoredRecord): RemovedRecord[] {
  const creation = types.type.operations.find((each) => each.role === 'create' && ownChildren(types.type, each));
  const reference = creation && ownChildren(types.type, creation)?.reference;
  if (!reference) return removeTree(world, types, record);
  const below = belowAbove(types.store.list(), { record, reference });
  return [...below].flatMap((each) => (types.store.get(each.key) === each ? world.remove(types, each) : []));
}

/** Where a record below another one of its type names it. */
export function placedBelow({ record, reference }: RecordAbove): PlacedValue[] {
  const id = reference && record.path.get(pathName(reference.resource, reference.identifier));
  return reference === undefined || id === undefined ? [] : [[reference.at, id]];
}
