import { getAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import { isBelowOnly } from '../../openapi/resources/below-only.ts';
import type { PathIdentifier, ResourceType } from '../../openapi/resources/model.ts';
import { isOfShownRecord } from '../../openapi/resources/references/nested-reference.ts';
import {
  parentProperty,
  type RecordRepresentation,
} from '../../openapi/resources/representations/record-representation.ts';
import type { WorldRequest } from './plan.ts';
import type { PlacedValue } from './records/draft.ts';
import { pathName, type RecordPath, type StoredRecord } from './records/stored-record.ts';
import type { RemovedRecord } from './trash.ts';
import type { TypeWorld } from './type-world.ts';
import type { Missing, World } from './world.ts';

/** A record that a list or a creation names in its path although records have paths without it: `/patients/{id}/visits` beside `/visits/{id}`. */
export interface Owner {
  readonly resource: string;
  /** In a {@link RecordPath}. */
  readonly name: string;
  /** Name of the path parameter. */
  readonly parameter: string;
  /** Where records show it. */
  readonly pointer: string | undefined;
  /** True if records are created below it, and so belong to it. */
  readonly creates: boolean;
}

/** The owners of the records of a type, as far as anything says to which one a record belongs. */
export function ownersOf(
  { name: own, operations, references }: ResourceType,
  above: readonly ResourceType[],
  { properties }: RecordRepresentation,
  types: readonly ResourceType[],
): Owner[] {
  const found = new Map<string, Owner>();
  const inPath = new Set([own, ...above.map(({ name }) => name)]);
  for (const { role, path } of operations) {
    if (role !== 'list' && role !== 'create') continue;
    for (const each of path) if (!inPath.has(each.resource)) add(each, role === 'create');
  }
  const isKnown = ({ pointer, creates, resource }: Owner) => pointer !== undefined || creates || gives(resource);
  return [...found.values()].filter(isKnown);

  /** Records that an action gives belong to those in its path, too: the orders of a session are those of its checkouts. */
  function gives(resource: string): boolean {
    return types.some(({ operations: all }) =>
      all.some((each) => each.gives === own && each.path.some((within) => within.resource === resource)),
    );
  }

  /** Where a creation names the owner, although no response shows it: the mock keeps it all the same. */
  function sentAt(resource: string, identifier: string): string | undefined {
    const [found] = operations.flatMap(({ role, request, references: sent }) =>
      sent.flatMap((each) => {
        const isOwner = each.resource === resource && each.identifier === identifier && !each.many;
        const isSent = role === 'create' && each.in === 'body' && !each.at.includes('/*');
        return isOwner && isSent ? each.at.slice(request?.envelope.length) : [];
      }),
    );
    return found;
  }

  function add({ resource, identifier, at: parameter }: PathIdentifier, creates: boolean): void {
    const type = types.find(({ name }) => name === resource);
    if (!type || type.singleton) return;
    const name = pathName(resource, identifier);
    const shown = references.find(
      (each) =>
        each.resource === resource &&
        each.identifier === identifier &&
        !each.many &&
        !isOfShownRecord(each, properties),
    );
    const pointer =
      parentProperty(properties, type, { name: identifier })?.pointer ?? shown?.at ?? sentAt(resource, identifier);
    found.set(name, { resource, name, parameter, pointer, creates: creates || found.get(name)?.creates === true });
  }
}

/** True for a type whose records are created below those of another one, or below the only one of its type, as `/cart/items`. */
export function isBelow({ type, owners }: TypeWorld, { type: above }: TypeWorld): boolean {
  return (
    type.parent === above.name ||
    owners.some(({ resource, creates }) => creates && resource === above.name) ||
    isBelowOnly(type, above)
  );
}

/** Finds the owners that a request names, and what belongs to them. @returns the first that is missing, if the document has a response for that */
export function enterOwners(world: World, { types, path, operation }: WorldRequest): Missing | undefined {
  if (types.owners.length === 0) return undefined;
  let isUntouched = true;
  for (const { resource } of types.owners.filter(({ name }) => path.has(name))) {
    const owners = world.type(resource);
    if (owners?.paths.keyIn(path) === undefined) continue;
    const found = world.finder.lookup(owners, path);
    const isMissing = 'isDeleted' in found;
    if (isMissing && operation.operation.response(404)) return found;
    if (isMissing || found.origin === 'created') isUntouched = false;
  }
  if (isUntouched) types.first.populateOwned(path);
  return undefined;
}

/** Removes what was created below a record, wherever its own paths are. @returns all that was removed */
export function removeOwned(world: World, { type }: TypeWorld, record: StoredRecord): RemovedRecord[] {
  const removed: RemovedRecord[] = [];
  for (const types of world.all)
    for (const owner of types.owners.filter(({ resource, creates }) => creates && resource === type.name))
      for (const each of [...types.store.list()])
        if (String(ownerOf(each, owner)) === String(record.path.get(owner.name)))
          removed.push(...world.remove(types, each));
  return removed;
}

/** Removes what has the identifiers of a record in its path. @returns all that was removed */
export function removeBelow(world: World, { type }: TypeWorld, { key }: StoredRecord): RemovedRecord[] {
  const removed: RemovedRecord[] = [];
  for (const types of world.all.filter(({ above }) => above.some(({ name }) => name === type.name)))
    for (const record of [...types.store.list()]) {
      if (record.scope !== key && !record.scope.startsWith(`${key}/`)) continue;
      types.remove(record);
      removed.push({ types, record });
    }
  return removed;
}

/** The values of a path at the places where records show them. */
export function placedIn(path: RecordPath, places: readonly Pick<Owner, 'name' | 'pointer'>[]): PlacedValue[] {
  const placed: PlacedValue[] = [];
  for (const { name, pointer } of places) {
    const value = path.get(name);
    if (value !== undefined && pointer !== undefined) placed.push([pointer, value]);
  }
  return placed;
}

/** The identifier of the record that a record belongs to. */
export function ownerOf({ value, path }: StoredRecord, { name, pointer }: Owner): JsonValue | undefined {
  return (pointer === undefined ? undefined : getAt(value, pointer)) ?? path.get(name);
}

/** The records that belong to the owners in a path. */
export function ownedBy(
  records: readonly StoredRecord[],
  owners: readonly Owner[],
  path: RecordPath,
): readonly StoredRecord[] {
  const named = owners.length === 0 ? owners : owners.filter(({ name }) => path.has(name));
  if (named.length === 0) return records;
  return records.filter((record) =>
    named.every((owner) => String(ownerOf(record, owner)) === String(path.get(owner.name))),
  );
}
