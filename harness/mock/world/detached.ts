import { isObject } from '../../core/json/index.ts';
import { getAt, removeAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Reference } from '../../openapi/resources/model.ts';
import { isDetached } from '../../openapi/resources/prose/detached.ts';
import { pathName, type StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** Takes a record that is deleted out of those that name it, where the document says so: `Deleting a tag removes it from all tasks`. */
export function detach(
  world: World,
  document: OpenApiDocument,
  { type, staysNamed }: TypeWorld,
  { path }: StoredRecord,
): void {
  if (staysNamed) return;
  for (const types of world.all) {
    const references = types.type.references.filter(
      ({ resource, in: place }) => resource === type.name && place === 'body',
    );
    if (types.type === type || references.length === 0 || !isDetached(document, type, types.type)) continue;
    for (const record of [...types.store.list()]) {
      const changed = references.reduce<JsonValue>(
        (value, reference) => without(value, reference, path.get(pathName(type.name, reference.identifier))),
        record.value,
      );
      if (changed !== record.value && isObject(changed) && types.isValid(changed)) types.force(record, changed);
    }
  }
}

function without(value: JsonValue, { at }: Reference, identifier: JsonValue | undefined): JsonValue {
  const isNamed = (each: JsonValue | undefined) => each !== undefined && String(each) === String(identifier);
  const [array = '', ...rest] = at.split('/*');
  if (rest.length === 0) return isNamed(getAt(value, at)) ? removeAt(value, at) : value;
  const items = getAt(value, array);
  if (!Array.isArray(items) || rest.length > 1) return value;
  const left = items.filter((item) => !isNamed(getAt(item, rest[0] ?? '')));
  return left.length === items.length ? value : replaceAt(value, array, left);
}
