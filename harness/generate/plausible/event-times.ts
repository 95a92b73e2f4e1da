import { isNumber } from '../../core/json/decimal.ts';
import type { JsonObject } from '../../core/model.ts';
import { schemasOfProperty } from '../../openapi/schema/applicable-schemas.ts';
import { type EffectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { eventBehind, eventOf, isAbout, isRare } from './events.ts';
import type { ValueBuilder } from './value-builder.ts';

/**
 * The object without the times, the reasons and the amounts of what has not happened to it: an active customer has no `archivedAt`, an open
 * order no `cancellationReason`.
 */
export function withoutUnhappened(builder: ValueBuilder, effective: EffectiveSchema, object: JsonObject): JsonObject {
  const unhappened = Object.keys(object).filter((name) => {
    const value = object[name] ?? null;
    if (value === null || typeof value === 'boolean') return false;
    const event = eventOf(name) ?? eventBehind(name, isNumber(value));
    return event !== undefined && !hasHappened(builder, effective, object, event);
  });
  if (unhappened.length === 0) return object;
  const changed: JsonObject = { ...object };
  for (const name of unhappened) {
    const schemas = schemasOfProperty(effective.schemas, name) ?? [];
    const nothing = [null, ...(isNumber(object[name]) ? [0] : [])].find((value) =>
      schemas.every((schema) => builder.isValid(schema, value)),
    );
    if (nothing !== undefined) changed[name] = nothing;
    else if (!effective.required.has(name)) delete changed[name];
  }
  return changed;
}

/** By a flag or a status of the object; a status that is enumerated later has been through the earlier ones. */
function hasHappened(builder: ValueBuilder, effective: EffectiveSchema, object: JsonObject, event: string): boolean {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === 'boolean' && isAbout(name, event)) return value;
    const [, counted = ''] = /^(.+?)[ _]?count$/i.exec(name) ?? [];
    if (isNumber(value) && counted !== '' && isAbout(counted, event)) return Number(String(value)) > 0;
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
