import { setProperty } from '../../../core/json/index.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import type { TypeWorld } from '../type-world.ts';
import { pathName, type RecordPath, type StoredRecord } from './stored-record.ts';

/** A record with the identifiers of the records above it, under the names of their path parameters if it has no place for them. */
export function withParents(types: TypeWorld, { value, path }: StoredRecord): JsonObject {
  const whole: JsonObject = {};
  for (const { name, parameter, pointer } of parentsOf(types)) {
    const parent = path.get(name);
    if (pointer === undefined && parent !== undefined && !Object.hasOwn(value, parameter))
      setProperty(whole, parameter, parent);
  }
  for (const [name, each] of Object.entries(value)) setProperty(whole, name, each);
  return whole;
}

/** Takes apart what {@link withParents} puts together. `parents` is undefined if one is missing. */
export function splitParents(
  types: TypeWorld,
  record: JsonObject,
): { readonly value: JsonObject; readonly parents: RecordPath | undefined } {
  const found = new Map<string, JsonValue>();
  const extra = new Set<string>();
  const parents = parentsOf(types);
  for (const { name, parameter, pointer } of parents) {
    const own = pointer === undefined ? undefined : getAt(record, pointer);
    const given = own ?? (Object.hasOwn(record, parameter) ? record[parameter] : undefined);
    if (own === undefined && given !== undefined && !types.shape.representation.names.has(parameter))
      extra.add(parameter);
    if (given !== undefined && given !== null) found.set(name, given);
  }
  const value = Object.fromEntries(Object.entries(record).filter(([name]) => !extra.has(name)));
  const isWhole = found.size > 0 && parents.every(({ name, isOptional }) => isOptional || found.has(name));
  return { value, parents: isWhole ? found : undefined };
}

interface ParentIdentifier {
  /** In a path. */
  readonly name: string;
  /** Name of the path parameter. */
  readonly parameter: string;
  /** Where records show it. */
  readonly pointer: string | undefined;
  /** True for an owner, which records need not have. */
  readonly isOptional?: boolean;
}

function parentsOf({ type, above, owners, shape }: TypeWorld): ParentIdentifier[] {
  const parameters = new Map(
    type.operations.flatMap(({ path }) =>
      path.map(({ at, resource, identifier }) => [pathName(resource, identifier), at] as const),
    ),
  );
  const parents = above.flatMap(({ name: resource, identifiers }) =>
    identifiers.map(({ name }) => {
      const key = pathName(resource, name);
      return { name: key, parameter: parameters.get(key) ?? name, pointer: shape.representation.parents.get(key) };
    }),
  );
  return [...parents, ...owners.map((owner) => ({ ...owner, isOptional: true }))];
}
