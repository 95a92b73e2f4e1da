import { getAllAt, getAt, parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { settled } from './child-counts.ts';
import type { WorldRequest } from './plan.ts';
import { pathName, type RecordPath, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** A request that may name records in its path and its body. */
export type NamingRequest = Pick<WorldRequest, 'operation' | 'path' | 'body'>;

/** A record that a request names. */
export interface NamedRecord {
  readonly types: TypeWorld;
  readonly type: TypeWorld['type'];
  readonly record: StoredRecord;
}

/** What a record shows, with what is below it. */
export function shownValue(world: World, named: NamedRecord | undefined): JsonObject | undefined {
  if (named) settled(world, named.types, [named.record]);
  return named?.record.value;
}

/** The records that a request names, and those that these name, by their types. */
export function namedBy(world: World, { operation, path, body }: NamingRequest): Map<string, NamedRecord> {
  const found = new Map<string, NamedRecord>();
  const inBody = operation.references.filter(({ in: place, many }) => place === 'body' && !many);
  const add = (within: RecordPath, resources: readonly string[]) => {
    for (const resource of resources) {
      const named = found.has(resource) ? undefined : storedIn(world, resource, within);
      if (!named) continue;
      found.set(resource, named);
      const { references, parent } = named.type;
      const own = references.filter(({ in: place, many }) => place === 'body' && !many);
      const next = new Map([...named.record.path, ...valuesOf(own, named.record.value)]);
      add(next, [...(parent === undefined ? [] : [parent]), ...own.map((each) => each.resource)]);
    }
  };
  const all = new Map([...path, ...valuesOf(inBody, body ?? null)]);
  add(all, [operation.resource ?? '', ...operation.path.map(({ resource }) => resource), ...onlyOnce(inBody)]);
  return found;
}

type References = WorldRequest['operation']['references'];

/** Of two records of one type, the text does not say which. */
function onlyOnce(references: References): string[] {
  const names = references.map(({ resource, identifier }) => `${resource} ${identifier}`);
  return references.flatMap(({ resource }, index) =>
    names.filter((name) => name === names[index]).length === 1 ? [resource] : [],
  );
}

function valuesOf(references: References, value: JsonValue): (readonly [string, JsonValue])[] {
  return references.flatMap(({ resource, identifier, at }) => {
    const id = getAt(value, at);
    return id === undefined || id === null ? [] : [[pathName(resource, identifier), id] as const];
  });
}

/** The records that the items of arrays in a body name, such as the products of the lines of an order. */
export function namedByItems(world: World, { operation, body }: NamingRequest): NamedRecord[] {
  const inItems = operation.references.filter(({ in: place, at }) => place === 'body' && at.includes('/*'));
  return inItems.flatMap((reference) =>
    getAllAt(body, parsePointer(reference.at)).flatMap((id) => storedBy(world, reference, id) ?? []),
  );
}

/** The record that an identifier names. */
export function storedBy(
  world: World,
  { resource, identifier }: Pick<References[number], 'resource' | 'identifier'>,
  id: JsonValue,
): NamedRecord | undefined {
  return storedIn(world, resource, new Map([[pathName(resource, identifier), id]]));
}

function storedIn(world: World, resource: string, path: RecordPath): NamedRecord | undefined {
  const types = world.type(resource);
  const key = types?.paths.keyIn(path);
  const record = key === undefined ? undefined : types?.store.get(key);
  return types && record && { types, type: types.type, record };
}
