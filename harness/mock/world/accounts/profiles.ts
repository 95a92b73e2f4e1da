import { jsonEqual } from '../../../core/json/equal.ts';
import { getOwn } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { TypeWorld } from '../type-world.ts';
import { shownIdentifier } from './user-facts.ts';
import { profilesOf } from './user-types.ts';

/** The version of the users that others see, by their type. */
const published = new WeakMap<TypeWorld, number>();

/** Lets others see of the users what these have said of themselves, where `/me` shows more than `/users/{userId}`. */
export function publishUsers(users: TypeWorld | undefined): void {
  const profiles = profilesOf(users);
  if (!users?.isPrepared || !profiles?.isPrepared || published.get(users) === users.store.version) return;
  for (const record of users.store.list()) publish(users, profiles, record);
  published.set(users, users.store.version);
}

function publish(users: TypeWorld, profiles: TypeWorld, record: StoredRecord): void {
  const id = shownIdentifier(users, record);
  const [name = ''] = profiles.paths.ownNames;
  if (id === undefined) return;
  const path = new Map<string, JsonValue>([[name, id]]);
  const key = profiles.paths.keyIn(path);
  const known = key === undefined ? undefined : profiles.store.get(key);
  const { names } = profiles.shape.representation;
  const common = Object.fromEntries(Object.entries(record.value).filter(([each]) => names.has(each)));
  if (!known) {
    const made = profiles.create({ value: common, origin: record.origin, path, trust: 'given' });
    // Nothing is made up of what the user has not said.
    if (profiles.isValid(common)) profiles.show(made, common);
  } else if (Object.entries(common).some(([each, value]) => !jsonEqual(getOwn(known.value, each) ?? null, value)))
    profiles.force(known, { ...known.value, ...common }, 'given');
}
