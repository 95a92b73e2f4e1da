import { isObject, setProperty } from '../../core/json/index.ts';
import type { Direction, JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** One of them violates the schema of almost any property. */
const STRAY_VALUES: readonly JsonValue[] = [true, 'other', 0, null, [], {}];

/**
 * Makes an object valid against one of several overlapping schemas alone, as `oneOf` requires: for each other schema that accepts it, a
 * property of that schema gets a value that only the chosen one allows.
 * @returns the value itself if nothing separates it
 */
export function separateBranches(
  contract: Contract,
  direction: Direction,
  chosen: string,
  branches: readonly string[],
  value: JsonValue,
): JsonValue {
  if (!isObject(value)) return value;
  const accepts = (pointer: string, each: JsonValue) => contract.schemas.accepts(pointer, each, direction);
  let separated: JsonObject = value;
  for (const other of branches) {
    if (other === chosen || !accepts(other, separated)) continue;
    const candidates = withStrayProperty(contract, direction, other, separated);
    separated = candidates.find((each) => !accepts(other, each) && accepts(chosen, each)) ?? separated;
  }
  return separated;
}

/** The object with each property that a schema declares, absent ones first, set to each stray value. */
function withStrayProperty(contract: Contract, direction: Direction, schema: string, value: JsonObject): JsonObject[] {
  const names = [...effectiveSchema(contract.document, schema, direction).properties.keys()];
  const ordered = names.toSorted((a, b) => Number(Object.hasOwn(value, a)) - Number(Object.hasOwn(value, b)));
  return ordered.flatMap((name) =>
    STRAY_VALUES.map((stray) => {
      const copy = { ...value };
      setProperty(copy, name, stray);
      return copy;
    }),
  );
}
