import { jsonEqual } from '../../core/json/equal.ts';
import type { JsonObject } from '../../core/model.ts';
import type { Identifier } from '../../openapi/resources/model.ts';
import { singularWords, words } from '../../openapi/resources/names.ts';
import { pathName, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** The version of the others when a record last showed the one that it is. */
const seen = new WeakMap<StoredRecord, number>();

/** Lets records show what is below them. */
type Settle = (types: TypeWorld, records: readonly StoredRecord[]) => void;

/** Shows what is another record under the same identifier, such as a recipe among favourites, as that is. */
export function showSame(world: World, types: TypeWorld, records: readonly StoredRecord[], settle: Settle): void {
  const identifier = takenIdentifier(types);
  const same = identifier?.sameAs;
  const target = same && world.type(same.resource);
  // Of two that take each other's, neither shows the other.
  const isOwner = target && takenIdentifier(target) === undefined;
  const isSame = isOwner && target.isPrepared && jsonEqual([...schemasOf(types)], [...schemasOf(target)]);
  if (!same || !isSame || types.examples?.isDocumented !== false) return;
  const own = pathName(types.type.name, identifier.name);
  const others = records.flatMap(({ path }) => {
    const key = target.paths.keyIn(new Map([[pathName(same.resource, same.identifier), path.get(own) ?? null]]));
    return (key === undefined ? undefined : target.store.get(key)) ?? [];
  });
  settle(target, others);
  const version = target.store.version;
  for (const record of records) {
    if (seen.get(record) === version) continue;
    seen.set(record, version);
    const shown = withFlag(types, types.links.copied(record.value, record.path));
    if (!jsonEqual(shown, record.value) && types.isValid(shown)) types.show(record, shown);
  }
}

/** The identifier that the records have of another type. */
function takenIdentifier({ type }: TypeWorld): Identifier | undefined {
  return type.identifiers.find(({ sameAs }) => sameAs !== undefined);
}

/** What is among favourites is a favourite. */
function withFlag({ type }: TypeWorld, value: JsonObject): JsonObject {
  const own = singularWords(type.words).join(' ');
  const phrases = [`is ${own}`, `is ${own}d`, `is ${own}ed`, `${own}d`, `${own}ed`];
  const flags = Object.entries(value).filter(
    ([name, each]) => each === false && phrases.includes(words(name).join(' ')),
  );
  return flags.length === 0 ? value : { ...value, ...Object.fromEntries(flags.map(([name]) => [name, true])) };
}

function schemasOf({ shape }: TypeWorld): readonly string[] {
  return shape.representation.schemas;
}
