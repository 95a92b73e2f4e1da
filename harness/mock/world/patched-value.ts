import { isObject } from '../../core/json/index.ts';
import { applyJsonPatch } from '../../core/json/json-patch.ts';
import { applyMergePatch } from '../../core/json/merge-patch.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import type { WorldRequest } from './plan.ts';

/** True if the body is a JSON Patch, by its media type or by the only one that the document has. */
export function isJsonPatch({ operation, headers, body }: WorldRequest): boolean {
  const isOfType = /^application\/json-patch\+json/i.test(String(headers?.['content-type']));
  return operation.patch === 'json-patch' || (isOfType && Array.isArray(body));
}

/** The value of a record with the changes that a body describes. @throws {JsonPatchError} for a patch that does not fit */
export function changeBy(
  { patch: format }: ResourceOperation,
  value: JsonObject,
  body: JsonValue | undefined,
  envelope: string,
): JsonValue {
  if (body === undefined) return value;
  if (format === 'json-patch' || Array.isArray(body)) return applyJsonPatch(value, body);
  const sent = getAt(body, envelope) ?? {};
  if (format === 'merge') return applyMergePatch(value, sent);
  return isObject(sent) ? withMembers(value, sent) : value;
}

/** What is absent stays; in a JSON:API resource object, of its attributes and relationships, too (JSON:API 1.1, Updating Resources). */
function withMembers(value: JsonObject, sent: JsonObject): JsonObject {
  const changed = { ...value, ...sent };
  if (!isObject(value['attributes'])) return changed;
  for (const group of ['attributes', 'relationships']) {
    const [before, next] = [value[group], sent[group]];
    if (isObject(before) && isObject(next)) changed[group] = { ...before, ...next };
  }
  return changed;
}
