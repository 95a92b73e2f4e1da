import { copyObject, isObject, setProperty } from '../../core/json/index.ts';
import { applyJsonPatch } from '../../core/json/json-patch.ts';
import { applyMergePatch } from '../../core/json/merge-patch.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { listsStatus } from '../../core/operation.ts';
import type { RequestProblem } from '../../core/received-request.ts';
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

/**
 * Why a merge patch is rejected that makes an object of a record invalid, such as one that has too many members by then. Where the
 * document has no status for that, the record is repaired.
 */
export function brokenBy(
  { operation: { operation, patch: format }, types: { type } }: WorldRequest,
  before: JsonObject,
  changed: JsonValue,
  isValid: (record: JsonObject) => boolean,
): RequestProblem | undefined {
  if (format !== 'merge' || !isObject(changed)) return undefined;
  if (!listsStatus(operation, 422) && !listsStatus(operation, 400)) return undefined;
  const merged = Object.entries(changed).filter(([name, value]) => isObject(value) && isObject(before[name]));
  const broken = merged.find(([name, value]) => {
    const record = copyObject(before);
    setProperty(record, name, value);
    return !isValid(record);
  });
  if (!broken || !isValid(before)) return undefined;
  const message = `the ${type.words.join(' ')} would have ${broken[0]} that are not valid`;
  return { status: 422, message, place: { in: 'body', path: [broken[0]] } };
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
