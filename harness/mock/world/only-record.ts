import { listsStatus } from '../../core/operation.ts';
import { isBelowOnly } from '../../openapi/resources/below-only.ts';
import { embeddedChildren } from '../../openapi/resources/embedded-children.ts';
import type { ResourceType } from '../../openapi/resources/model.ts';
import type { StoredRecord } from './records/stored-record.ts';
import type { RemovedRecord } from './trash.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** True for records that are shown inside the one above, such as the items of a cart, though nothing reads or lists them. */
export function isShownAbove(type: ResourceType, all: readonly ResourceType[]): boolean {
  return all.some(
    (above) =>
      (isBelowOnly(type, above) || type.parent === above.name) &&
      embeddedChildren(type, above).some(({ kind }) => kind === 'all'),
  );
}

/** True for a record that is emptied rather than gone once it is deleted: the document has no response to a read of none. */
export function isEmptiedByDeletion({ singleton, operations }: ResourceType): boolean {
  const deletion = operations.find(({ role }) => role === 'delete');
  const read = operations.find(({ role }) => role === 'read');
  if (!singleton || !deletion || !read || deletion.ends !== undefined) return false;
  return !listsStatus(read.operation, 404) && !listsStatus(read.operation, 410);
}

/** Removes what is below the only record of a type. @returns all that was removed */
export function removeBelowOnly(world: World, { type }: TypeWorld, { path }: StoredRecord): RemovedRecord[] {
  return world.all
    .filter((below) => isBelowOnly(below.type, type))
    .flatMap((below) => [...below.within(path)].flatMap((record) => world.remove(below, record)));
}
