import { jsonEqual } from '../../core/json/equal.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import { authorIdentifier } from './accounts/authorship.ts';
import { shownIdentifier } from './accounts/user-facts.ts';
import { isBelow, ownerOf } from './owners.ts';
import { pathName, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** Records of another type that those of one are below, belong to or refer to. */
export interface Relation {
  readonly resource: string;
  readonly keyOf: (record: StoredRecord, above: TypeWorld) => string | undefined;
}

/** Finds what the records of a type are below, belong to and refer to, and who created them, where each user sees an own record alone. */
export function* relations({ all, accounts }: World, types: TypeWorld): Generator<Relation> {
  const { type, owners } = types;
  if (type.parent !== undefined) yield { resource: type.parent, keyOf: ({ scope }) => scope };
  for (const owner of owners)
    yield { resource: owner.resource, keyOf: (record, above) => keyFor(above, owner.name, ownerOf(record, owner)) };
  for (const { resource, identifier, at, in: place } of type.references)
    if (place === 'body' && !at.includes('*')) {
      const name = pathName(resource, identifier);
      yield { resource, keyOf: ({ value }, above) => keyFor(above, name, getAt(value, at)) };
    }
  const { users } = accounts;
  const author = users?.type.singleton ? authorIdentifier(types, users) : undefined;
  if (users && author !== undefined)
    yield {
      resource: users.type.name,
      keyOf: ({ value }) => {
        const named = getAt(value, author);
        return users.store.list().find((each) => jsonEqual(shownIdentifier(users, each) ?? null, named ?? ''))?.key;
      },
    };
  for (const { type: only } of all.filter((above) => above.type.singleton && isBelow(types, above)))
    yield { resource: only.name, keyOf: ({ path }, above) => above.paths.keyIn(path) };
}

/** The key of the record that an identifier names. */
export function keyFor(above: TypeWorld, name: string, value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : above.paths.keyIn(new Map([[name, value]]));
}
