import { getOwn } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { words } from '../../../openapi/resources/names.ts';
import type { PlacedValue } from '../records/draft.ts';
import { IdentifierGenerator } from '../records/new-identifier.ts';
import { topPointer } from '../records/record-shape.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { TypeWorld } from '../type-world.ts';

const IDENTIFIER = /^((user|account|customer|member|profile|person)? ?(id|uuid|guid)|sub)$/;
const NAMES = [/^(full|display|user|customer)? ?name$/, /^(user|login|nick)name$|^login$|^handle$/];

/** The identifier that the record of a user shows. */
export function shownIdentifier(
  users: TypeWorld,
  { value, path }: Pick<StoredRecord, 'value' | 'path'>,
): JsonValue | undefined {
  if (!users.type.singleton) return [...path.values()].at(-1);
  const name = identifierName(users);
  return name === undefined ? undefined : getOwn(value, name);
}

/** What people read as the name of a user. */
export function nameOfUser(value: JsonObject): string | undefined {
  const texts = Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'string' && each !== '' ? [[words(name).join(' '), each] as const] : [],
  );
  const called = (name: RegExp) => texts.find(([phrase]) => name.test(phrase))?.[1];
  const [first, last] = [called(/^(first|given) name$/), called(/^(last|family) name$|^surname$/)];
  const [full, login] = NAMES.map(called);
  return full ?? (first === undefined ? login : [first, last].filter((each) => each !== undefined).join(' '));
}

/** An identifier that no other user has, where there is one record for each user and no path names it. */
export function newIdentifier(users: TypeWorld, number: number): PlacedValue[] {
  const name = identifierName(users);
  const template = users.examples?.template ?? {};
  const sample = name === undefined ? undefined : getOwn(template, name);
  const property = users.shape.representation.properties.find(({ pointer }) => pointer === topPointer(name ?? ''));
  if (name === undefined || sample === undefined || !property) return [];
  const generator = new IdentifierGenerator(`${users.type.name} ${name} ${number}`);
  generator.observe(sample);
  const taken = new Set([sample, ...users.store.list().map(({ value }) => getOwn(value, name))].map(String));
  const made = generator.next({
    identifier: { ...property, name, sameAs: undefined, bindings: [] },
    isValid: (value) => users.isValid({ ...template, [name]: value }),
    isFree: (value) => !taken.has(String(value)),
    title: undefined,
    makeUp: () => [],
  });
  return made === undefined ? [] : [[topPointer(name), made]];
}

function identifierName({ shape }: TypeWorld): string | undefined {
  return [...shape.representation.names].find((name) => IDENTIFIER.test(words(name).join(' ')));
}
