import { isObject, setProperty } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { ValueRepairer } from './value-repairer.ts';

/** Objects of a shape with the members of `base`, as far as they can be mended, and with those that have to be there. */
export function* repairObjects(
  maker: ValueRepairer,
  shape: EffectiveSchema,
  base: JsonValue | undefined,
  levels: number,
): Generator<JsonObject> {
  const given = isObject(base) ? base : {};
  const object: JsonObject = {};
  for (const name of namesOf(shape, given)) {
    if (!maker.isName(shape, name)) continue;
    const value = member(maker, shape, name, Object.hasOwn(given, name) ? given[name] : undefined, levels);
    if (value !== undefined) setProperty(object, name, value);
    else if (shape.required.has(name) || (isDeclared(shape, name) && Object.hasOwn(given, name) && !maker.isDroppable))
      return;
  }
  addDependents(maker, shape, object, levels);
  fillUp(maker, shape, object, levels);
  yield cutDown(shape, object);
}

function isDeclared(shape: EffectiveSchema, name: string): boolean {
  return shape.properties.has(name) || shape.additionalProperties !== false;
}

function namesOf(shape: EffectiveSchema, given: JsonObject): Set<string> {
  const names = new Set([...Object.keys(given), ...shape.required]);
  for (const name of shape.otherDirectionOnly) names.delete(name);
  return names;
}

/** A member that several schemas of an `allOf` describe is made by one after the other; the judge of the whole has the last word. */
function member(
  maker: ValueRepairer,
  shape: EffectiveSchema,
  name: string,
  base: JsonValue | undefined,
  levels: number,
): JsonValue | undefined {
  const declared =
    shape.properties.get(name) ??
    (typeof shape.additionalProperties === 'string' ? [shape.additionalProperties] : undefined);
  if (declared === undefined) return shape.additionalProperties === false ? undefined : (base ?? 'string');
  return declared.reduce<JsonValue | undefined>(
    (value, place, index) => (index > 0 && value === undefined ? value : maker.value(place, value, levels - 1)),
    base,
  );
}

function addDependents(maker: ValueRepairer, shape: EffectiveSchema, object: JsonObject, levels: number): void {
  for (const { schema } of shape.schemas) {
    if (!isObject(schema['dependentRequired'])) continue;
    for (const [name, needed] of Object.entries(schema['dependentRequired']))
      if (Object.hasOwn(object, name) && Array.isArray(needed))
        for (const other of needed.map(String)) addMember(maker, shape, object, other, levels);
  }
}

function fillUp(maker: ValueRepairer, shape: EffectiveSchema, object: JsonObject, levels: number): void {
  const least = Math.min(Number(firstKeyword(shape, 'minProperties') ?? 0), 1000);
  const declared = [...shape.properties.keys()].filter((name) => !shape.otherDirectionOnly.has(name));
  const invented = Array.from({ length: least }, (_, index) => `member${index + 1}`);
  if (least === 0) return;
  for (const name of [...declared, ...maker.names(shape), ...invented])
    if (Object.keys(object).length < least && maker.isName(shape, name)) addMember(maker, shape, object, name, levels);
}

function addMember(
  maker: ValueRepairer,
  shape: EffectiveSchema,
  object: JsonObject,
  name: string,
  levels: number,
): void {
  if (Object.hasOwn(object, name)) return;
  const value = member(maker, shape, name, undefined, levels);
  if (value !== undefined) setProperty(object, name, value);
}

function cutDown(shape: EffectiveSchema, object: JsonObject): JsonObject {
  const most = Number(firstKeyword(shape, 'maxProperties') ?? Number.POSITIVE_INFINITY);
  const names = Object.keys(object).toSorted((a, b) => Number(shape.required.has(b)) - Number(shape.required.has(a)));
  if (names.length <= most) return object;
  const kept = new Set(names.slice(0, most));
  return Object.fromEntries(Object.entries(object).filter(([name]) => kept.has(name)));
}
