import { isObject, setProperty } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { ValueRepairer } from './value-repairer.ts';

/** Yields objects with the properties of `base`, repaired, and with the required ones. */
export function* repairObjects(
  repairer: ValueRepairer,
  effective: EffectiveSchema,
  base: JsonValue | undefined,
  levels: number,
): Generator<JsonObject> {
  const declared = isObject(base) ? base : {};
  const object: JsonObject = {};
  for (const name of namesOf(effective, declared)) {
    if (!repairer.isName(effective, name) || isLeftOut(repairer, effective, name, declared)) continue;
    const value = repairProperty(
      repairer,
      effective,
      name,
      Object.hasOwn(declared, name) ? declared[name] : undefined,
      levels,
    );
    if (value !== undefined) setProperty(object, name, value);
    else if (
      effective.required.has(name) ||
      (isDeclared(effective, name) && Object.hasOwn(declared, name) && !repairer.isDroppable)
    )
      return;
  }
  addDependents(repairer, effective, object, levels);
  addUpToMinProperties(repairer, effective, object, levels);
  yield limitToMaxProperties(effective, object);
}

/** True for a null that the schema of an optional property does not allow: whoever wrote it meant that there is nothing. */
function isLeftOut(
  repairer: ValueRepairer,
  { required, properties }: EffectiveSchema,
  name: string,
  declared: JsonObject,
): boolean {
  if (!Object.hasOwn(declared, name) || declared[name] !== null || required.has(name)) return false;
  return properties.get(name)?.some((schema) => !repairer.isValid(schema, null)) === true;
}

function isDeclared(effective: EffectiveSchema, name: string): boolean {
  return effective.properties.has(name) || effective.additionalProperties !== false;
}

function namesOf(effective: EffectiveSchema, declared: JsonObject): Set<string> {
  const names = new Set([...Object.keys(declared), ...effective.required]);
  for (const name of effective.otherDirectionOnly) names.delete(name);
  return names;
}

/** Repairs a property by one of its `allOf` schemas after the other; the caller validates the whole object. */
function repairProperty(
  repairer: ValueRepairer,
  effective: EffectiveSchema,
  name: string,
  base: JsonValue | undefined,
  levels: number,
): JsonValue | undefined {
  const declared =
    effective.properties.get(name) ??
    (typeof effective.additionalProperties === 'string' ? [effective.additionalProperties] : undefined);
  if (declared === undefined) return effective.additionalProperties === false ? undefined : (base ?? 'string');
  const [only = '', ...others] = declared;
  const missing = base === undefined && others.length === 0 ? repairer.missing(only, name) : undefined;
  if (missing !== undefined) return missing;
  return declared.reduce<JsonValue | undefined>(
    (value, pointer, index) => (index > 0 && value === undefined ? value : repairer.value(pointer, value, levels - 1)),
    base,
  );
}

function addDependents(repairer: ValueRepairer, effective: EffectiveSchema, object: JsonObject, levels: number): void {
  for (const { schema } of effective.schemas) {
    if (!isObject(schema['dependentRequired'])) continue;
    for (const [name, needed] of Object.entries(schema['dependentRequired']))
      if (Object.hasOwn(object, name) && Array.isArray(needed))
        for (const other of needed.map(String)) addProperty(repairer, effective, object, other, levels);
  }
}

function addUpToMinProperties(
  repairer: ValueRepairer,
  effective: EffectiveSchema,
  object: JsonObject,
  levels: number,
): void {
  const min = Math.min(Number(firstKeyword(effective, 'minProperties') ?? 0), 1000);
  const declared = [...effective.properties.keys()].filter((name) => !effective.otherDirectionOnly.has(name));
  const invented = Array.from({ length: min }, (_, index) => `property${index + 1}`);
  if (min === 0) return;
  for (const name of [...declared, ...repairer.names(effective), ...invented])
    if (Object.keys(object).length < min && repairer.isName(effective, name))
      addProperty(repairer, effective, object, name, levels);
}

function addProperty(
  repairer: ValueRepairer,
  effective: EffectiveSchema,
  object: JsonObject,
  name: string,
  levels: number,
): void {
  if (Object.hasOwn(object, name)) return;
  const value = repairProperty(repairer, effective, name, undefined, levels);
  if (value !== undefined) setProperty(object, name, value);
}

function limitToMaxProperties(effective: EffectiveSchema, object: JsonObject): JsonObject {
  const max = Number(firstKeyword(effective, 'maxProperties') ?? Number.POSITIVE_INFINITY);
  const names = Object.keys(object).toSorted(
    (a, b) => Number(effective.required.has(b)) - Number(effective.required.has(a)),
  );
  if (names.length <= max) return object;
  const allowed = new Set(names.slice(0, max));
  return Object.fromEntries(Object.entries(object).filter(([name]) => allowed.has(name)));
}
