import type { Random } from 'fast-check';
import { besides, itemSchemas, memberSchemas, tupleLength } from '../../openapi/schema/applicable-schemas.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isObject, setMember } from '../../core/json/index.ts';
import { child, join } from '../../core/json/pointer.ts';
import { readShape } from '../../openapi/schema/effective-schema.ts';
import type { Json, JsonObject } from '../../core/model.ts';

/** A place in a value, with the schema that it stands under. */
export interface Place {
  /** JSON Pointer into the whole value. */
  readonly path: string;
  readonly schema: string;
  readonly value: Json;
}

/** More places of one part than these do not make it likelier. */
const MAX_WEIGHT = 10;

/** One of the places of a valid value at random: on each level the value itself, or what is inside of it, each by its weight. */
export function pickPlace(contract: Contract, root: Place, random: Random): Place {
  const inner = insideOf(contract, root, root.schema);
  let left = random.nextInt(
    0,
    inner.reduce((sum, { value }) => sum + weightOf(value), 0),
  );
  for (const place of inner) {
    left -= weightOf(place.value);
    if (left < 0) return pickPlace(contract, place, random);
  }
  return root;
}

/** How many values a value is made of, up to ten. */
export function weightOf(value: Json): number {
  const inner = Array.isArray(value)
    ? value.slice(0, 1)
    : isObject(value)
      ? Object.values(value).slice(0, MAX_WEIGHT)
      : [];
  return Math.min(
    MAX_WEIGHT,
    inner.reduce<number>((sum, each) => sum + weightOf(each), 1),
  );
}

/** Members, the items of a tuple and the first behind it, also those that schemas beside it describe. */
function insideOf(contract: Contract, { path, value }: Place, schema: string): Place[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  const shape = readShape(contract.document, schema, 'request');
  const at = (token: string, pointer: string | undefined): Place[] => {
    const inner = child(value, token);
    return inner === undefined || pointer === undefined
      ? []
      : [{ path: join(path, token), schema: pointer, value: inner }];
  };
  const own = isObject(value)
    ? Object.keys(value).flatMap((name) => at(name, memberSchemas(shape.parts, name)?.[0]))
    : Array.from({ length: tupleLength(shape.parts) + 1 }, (_, index) =>
        at(String(index), itemSchemas(shape.parts, index)[0]),
      ).flat();
  const branches = besides(contract.schemas, shape, value, 'request');
  return [...own, ...branches.flatMap((branch) => insideOf(contract, { path, schema: branch, value }, branch))];
}

/** The value with another in one place. */
export function replaced(root: Json, [token, ...rest]: readonly string[], value: Json): Json {
  if (token === undefined) return value;
  if (Array.isArray(root))
    return root.map((item, index) => (String(index) === token ? replaced(item, rest, value) : item));
  if (!isObject(root)) return root;
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(root))
    setMember(copy, name, name === token ? replaced(member, rest, value) : member);
  return copy;
}
