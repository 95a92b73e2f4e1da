import type { JsonObject } from '../../core/model.ts';
import { schemasOfProperty } from '../../openapi/schema/applicable-schemas.ts';
import { type EffectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { eventOf, isAbout, isRare } from './events.ts';
import type { ValueBuilder } from './value-builder.ts';

/** The object without the times of what has not happened to it: an active customer has no `archivedAt`. */
export function withoutUnhappened(builder: ValueBuilder, effective: EffectiveSchema, object: JsonObject): JsonObject {
  const times = Object.keys(object).filter((name) => {
    const event = object[name] === null ? undefined : eventOf(name);
    return event !== undefined && !hasHappened(builder, effective, object, event);
  });
  if (times.length === 0) return object;
  const changed: JsonObject = { ...object };
  for (const name of times) {
    const schemas = schemasOfProperty(effective.schemas, name) ?? [];
    if (schemas.every((schema) => builder.isValid(schema, null))) changed[name] = null;
    else if (!effective.required.has(name)) delete changed[name];
  }
  return changed;
}

/** By a flag or a status of the object; a status that is enumerated later has been through the earlier ones. */
function hasHappened(builder: ValueBuilder, effective: EffectiveSchema, object: JsonObject, event: string): boolean {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === 'boolean' && isAbout(name, event)) return value;
    if (typeof value !== 'string') continue;
    for (const schema of schemasOfProperty(effective.schemas, name) ?? []) {
      const listed = firstKeyword(builder.effective(schema), 'enum');
      if (!Array.isArray(listed)) continue;
      const index = listed.findIndex((each) => typeof each === 'string' && isAbout(each, event));
      if (index >= 0) return isRare(event) ? listed[index] === value : listed.indexOf(value) >= index;
    }
  }
  return !isRare(event);
}
