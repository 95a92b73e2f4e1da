import { jsonEqual } from '../../core/json/equal.ts';
import { setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { schemaExamples } from '../values/schema-examples.ts';
import { durationIn, endIn } from './durations.ts';
import { slugIn } from './name-rules.ts';
import type { ValueBuilder } from './value-builder.ts';

/** Returns the object with an end that fits its duration, or else a duration that fits its end, and with the slug of its name. */
export function withMatchingValues(builder: ValueBuilder, effective: EffectiveSchema, object: JsonObject): JsonObject {
  const changed: JsonObject = { ...object };
  for (const follow of [endIn, durationIn, slugOf])
    for (const [name, known] of Object.entries(changed)) {
      const value = known === null ? undefined : follow(changed, name, known);
      if (value !== undefined && mayBe(builder, effective, changed, name, value)) setProperty(changed, name, value);
    }
  return changed;
}

function slugOf(object: JsonObject, name: string): JsonValue | undefined {
  return slugIn(name, object);
}

/** True if a property of an object, which is no example of the document, may have another value. */
export function mayBe(
  builder: ValueBuilder,
  { properties }: EffectiveSchema,
  object: JsonObject,
  name: string,
  value: JsonValue,
): boolean {
  const pointers = properties.get(name) ?? [];
  const examples = pointers.flatMap((pointer) => schemaExamples(builder.effective(pointer)));
  if (examples.some((example) => jsonEqual(example, object[name] ?? null))) return false;
  return pointers.every((pointer) => builder.isValid(pointer, value));
}
