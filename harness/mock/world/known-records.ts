import { getOwn } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import type { KnownValue } from '../../generate/requests/known-values.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { entityTagParameter } from '../../openapi/resources/representations/version-mark.ts';
import { lastOf } from './accounts/sign-in.ts';
import { formLike, tagOfRecord } from './conditions/entity-tag.ts';
import { pathName, type StoredRecord } from './records/stored-record.ts';
import type { World } from './world.ts';

/** Returns values for a request to an operation that name records of the world: in its path, its parameters and its body. */
export async function knownRecords(world: World, id: string): Promise<KnownValue[]> {
  const operation = world.model.operations.get(id);
  if (!operation) return [];
  return [
    ...(await valuesOfRecord(world, operation)),
    ...(await referredValues(world, operation)),
    ...(await namesOfUser(world, id)),
  ];
}

/** What names a user who is there, for a request to sign in. */
async function namesOfUser(world: World, id: string): Promise<KnownValue[]> {
  const signIn = world.signIns.get(id);
  const { users } = world.accounts;
  if (!signIn || signIn.kind === 'sign-up' || !users) return [];
  const [user] = await recordsOf(world, users.type.name);
  return signIn.identities.flatMap((pointer) =>
    known('body', pointer, user && getOwn(user.value, lastOf(pointer)), false),
  );
}

/** The identifiers of the record in the path, and its entity tag for a change that is conditional on it. */
async function valuesOfRecord(
  world: World,
  { path, role, resource: own, operation }: ResourceOperation,
): Promise<KnownValue[]> {
  const deepestFirst = [...path].reverse();
  for (const { resource } of deepestFirst) {
    const records = await recordsOf(world, resource);
    const condition = entityTagParameter(operation);
    // Who tries one operation after the other deletes a record that the others do not name, and changes one whose entity tag is as it was.
    const index = role === 'delete' ? -1 : condition && role === 'patch' ? 1 : 0;
    const record = records.at(index) ?? records[0];
    if (!record) continue;
    const shape = resource === own ? world.type(resource)?.shape : undefined;
    const tag = shape && formLike(tagOfRecord(record, shape), '"')[0];
    return [
      ...path.flatMap((named) => known(named.in, named.at, identifierOf(record, named), true)),
      ...(condition ? known('header', condition.name, tag, true) : []),
    ];
  }
  return [];
}

async function referredValues(world: World, { references }: ResourceOperation): Promise<KnownValue[]> {
  const values: KnownValue[] = [];
  for (const reference of references) {
    const [record] = await recordsOf(world, reference.resource);
    const value = record && identifierOf(record, reference);
    const sent = value !== undefined && reference.many ? [value] : value;
    values.push(...known(reference.in, reference.at, sent, false));
  }
  return values;
}

async function recordsOf(world: World, resource: string): Promise<readonly StoredRecord[]> {
  const types = world.type(resource);
  if (!types) return [];
  await world.prepare(types);
  world.finder.enterAll(types);
  return types.store.list();
}

function identifierOf(
  { path }: StoredRecord,
  { resource, identifier }: { readonly resource: string; readonly identifier: string },
): JsonValue | undefined {
  return path.get(pathName(resource, identifier));
}

function known(place: KnownValue['in'], at: string, value: JsonValue | undefined, isAdded: boolean): KnownValue[] {
  return value === undefined ? [] : [{ in: place, at, value, isAdded }];
}
