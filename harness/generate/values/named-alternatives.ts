import { isObject, setProperty } from '../../core/json/index.ts';
import { getAt, parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { leavesNames } from '../../openapi/schema/discriminator.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { alternativeLists, type DiscriminatorValue, ownDiscriminatorValue } from './repair/alternatives.ts';

/** Makes a value of a schema that extends another one by `allOf`, with the name that the discriminator of that one has for it. */
export function subtypeValue(
  document: OpenApiDocument,
  effective: EffectiveSchema,
  make: (pointer: string) => JsonValue,
  accepts: (value: JsonValue) => boolean,
): JsonValue | undefined {
  const declared = new Set(effective.alternatives.flat());
  for (const { pointer, name } of alternativeLists(document, effective).flat()) {
    const made = declared.has(pointer) ? undefined : make(pointer);
    const value = isObject(made) ? withName(made, name) : made;
    if (value !== undefined && accepts(value)) return value;
  }
  return undefined;
}

/** Whether a text stands in place of one that names a schema by a discriminator, and names none: a service may reject it. */
export function namesNothing(document: OpenApiDocument, path: string, base: JsonValue, changed: JsonValue): boolean {
  const [known, other] = [getAt(base, path), getAt(changed, path)];
  if (typeof known !== 'string' || typeof other !== 'string') return false;
  return leavesNames(document, parsePointer(path).at(-1) ?? '', known, other);
}

/** Sets the property of the discriminator, by which services choose one of several alternatives, to the name of the chosen one. */
export function nameAlternative(
  document: OpenApiDocument,
  effective: EffectiveSchema,
  pointer: string,
  value: JsonValue,
): JsonValue {
  const chosen = alternativeLists(document, effective)
    .flat()
    .find((each) => each.pointer === pointer);
  return isObject(value) ? withName(value, chosen?.name) : value;
}

/** Sets the property of the discriminator of the schema that this one extends. */
export function nameSubtype(document: OpenApiDocument, effective: EffectiveSchema, value: JsonObject): JsonObject {
  return withName(value, ownDiscriminatorValue(document, effective));
}

function withName(value: JsonObject, name: DiscriminatorValue | undefined): JsonObject {
  if (!name) return value;
  const named = { ...value };
  setProperty(named, name.property, name.value);
  return named;
}
