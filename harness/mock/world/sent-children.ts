import { isObject } from '../../core/json/index.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import { keep } from '../../core/util/keep.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { topName } from '../../openapi/resources/names.ts';
import { settled } from './child-counts.ts';
import { embeddedOf } from './embedded-children.ts';
import type { StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** An array in which clients send records that are below the one that they are sent in: the `lines` of an order. */
interface SentChildren {
  readonly children: TypeWorld;
  readonly pointer: string;
}

const known = new WeakMap<TypeWorld, Map<ResourceOperation, readonly SentChildren[]>>();

/** The records below that a request may send within the one above. */
export function sentChildren(
  world: Pick<World, 'all'>,
  types: TypeWorld,
  operation: ResourceOperation,
): readonly SentChildren[] {
  const byOperation = known.get(types) ?? keep(known, types, new Map());
  const read = byOperation.get(operation) ?? readSentChildren(world, types, operation);
  byOperation.set(operation, read);
  return read;
}

function readSentChildren(
  world: Pick<World, 'all'>,
  types: TypeWorld,
  { request, role }: ResourceOperation,
): readonly SentChildren[] {
  if (request === undefined || !/^(?:create|update|patch)$/.test(role)) return [];
  const sent = new Set(request.properties.map(({ pointer }) => topName(pointer)));
  return embeddedOf(world, types).filter(({ kind, pointer }) => kind === 'all' && sent.has(topName(pointer)));
}

/** Has the records below be those that a client sends in the one above, which shows them. */
export function storeChildren(
  world: World,
  types: TypeWorld,
  operation: ResourceOperation,
  record: StoredRecord,
  value: JsonObject | undefined,
): StoredRecord {
  const sent = sentChildren(world, types, operation);
  if (sent.length === 0) return record;
  for (const { children, pointer } of sent) {
    const list = getAt(value ?? null, pointer);
    if (!Array.isArray(list) || !children.isPrepared) continue;
    children.first.leaveEmpty(record.path);
    for (const each of [...children.within(record.path)]) world.remove(children, each);
    for (const each of list) if (isObject(each)) children.create({ value: each, origin: 'created', path: record.path });
  }
  settled(world, types, [record]);
  return record;
}
