import { isObject, setProperty } from '../../core/json/index.ts';
import type { Direction, JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** One of them violates the schema of almost any property. */
const STRAY_VALUES: readonly JsonValue[] = [true, 'other', 0, null, [], {}];

/** How deep within an object such a property is looked for, and how many are tried. */
const MAX_LEVELS = 2;
const MAX_TRIED = 500;

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
    let left = MAX_TRIED;
    for (const candidate of withStray(contract, direction, other, separated, MAX_LEVELS)) {
      if (left-- === 0) break;
      if (accepts(other, candidate) || !accepts(chosen, candidate)) continue;
      separated = candidate;
      break;
    }
  }
  return separated;
}

/** The object with each property that a schema declares, absent ones first, set to each stray value; then with one in an object or list within. */
function* withStray(
  contract: Contract,
  direction: Direction,
  schema: string,
  value: JsonObject,
  levels: number,
): Generator<JsonObject> {
  const declared = [...effectiveSchema(contract.document, schema, direction).properties];
  const ordered = declared.toSorted(([a], [b]) => Number(Object.hasOwn(value, a)) - Number(Object.hasOwn(value, b)));
  for (const [name] of ordered) for (const stray of STRAY_VALUES) yield withProperty(value, name, stray);
  if (levels === 0) return;
  for (const [name, [pointer]] of ordered) {
    if (pointer === undefined) continue;
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    const { items } = effectiveSchema(contract.document, pointer, direction);
    const [first, ...rest] = Array.isArray(own) ? own : [];
    const inner = items === undefined ? own : first;
    const within = withStray(contract, direction, items ?? pointer, isObject(inner) ? inner : {}, levels - 1);
    for (const each of within) yield withProperty(value, name, items === undefined ? each : [each, ...rest]);
  }
}

function withProperty(value: JsonObject, name: string, property: JsonValue): JsonObject {
  const copy = { ...value };
  setProperty(copy, name, property);
  return copy;
}
