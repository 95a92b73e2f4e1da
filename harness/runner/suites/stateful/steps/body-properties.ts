import { isObject } from '../../../../core/json/index.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';

/** The object of a JSON:API document that has the properties of the record (JSON:API 1.1, Resource Objects). */
const ATTRIBUTES = '/attributes';

/** The properties of the record in the body of a request. */
export interface BodyProperties {
  readonly properties: JsonObject;
  /** JSON Pointer of their object below the envelope: empty, or `/attributes`. */
  readonly inner: string;
  /** The same body with other properties of the record. */
  with(properties: JsonObject): JsonObject;
}

/** Finds the properties of the record in a body, below its envelope; undefined if it has none. */
export function bodyProperties(
  { request }: ResourceOperation,
  body: JsonValue | undefined,
): BodyProperties | undefined {
  if (!isObject(body)) return undefined;
  const envelope = request?.envelope ?? '';
  const inner = isObject(getAt(body, envelope + ATTRIBUTES)) ? ATTRIBUTES : '';
  const at = envelope + inner;
  const properties = getAt(body, at);
  if (!isObject(properties)) return undefined;
  return { properties, inner, with: (next) => (at === '' ? next : (replaceAt(body, at, next) as JsonObject)) };
}
