import { isObject } from '../../../../core/json/index.ts';
import { getAt, parsePointer, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isResourceObject } from '../../../../openapi/resources/representations/json-api.ts';

/** The object of a JSON:API document that has the properties of the record (JSON:API 1.1, Resource Objects). */
const ATTRIBUTES = '/attributes';

/** The properties of the record in the body of a request, without the version that it is about and what names the record. */
export interface BodyProperties {
  readonly properties: JsonObject;
  /** JSON Pointer of their object below the envelope: empty, or `/attributes`. */
  readonly inner: string;
  /** The same body with other properties of the record, and those that every request must have. */
  with(properties: JsonObject): JsonObject;
  /** As {@link with}, without what may be beside them, such as `relationships`. */
  alone(properties: JsonObject): JsonObject;
}

/** Finds the properties of the record in a body, below its envelope; undefined if it has none. */
export function bodyProperties(
  { request, version, path }: ResourceOperation,
  body: JsonValue | undefined,
): BodyProperties | undefined {
  if (!isObject(body)) return undefined;
  const envelope = request?.envelope ?? '';
  const inner = isResourceObject(getAt(body, envelope)) ? ATTRIBUTES : '';
  const at = envelope + inner;
  const whole = getAt(body, at);
  if (!isObject(whole)) return undefined;
  const places = [version, ...path.filter((each) => each.in === 'body')].flatMap((each) => each?.at ?? []);
  const markers = new Set(
    places.filter((each) => each.startsWith(`${at}/`)).map((each) => parsePointer(each.slice(at.length)).join('/')),
  );
  const required = new Set(request?.properties.flatMap(({ pointer, required: is }) => (is ? [pointer] : [])));
  const entries = Object.entries(whole);
  const always = Object.fromEntries(entries.filter(([name]) => markers.has(name) || required.has(`${inner}/${name}`)));
  const replaced = (next: JsonObject) => {
    const changed = { ...always, ...next };
    return at === '' ? changed : (replaceAt(body, at, changed) as JsonObject);
  };
  return {
    properties: Object.fromEntries(entries.filter(([name]) => !markers.has(name))),
    inner,
    with: replaced,
    alone: (next) => {
      const changed = replaced(next);
      const around = inner === '' ? undefined : getAt(changed, envelope);
      if (!isObject(around)) return changed;
      const isNeeded = (name: string) =>
        `/${name}` === inner || [...required].some((each) => `${each}/`.startsWith(`/${name}/`));
      const kept = Object.fromEntries(Object.entries(around).filter(([name]) => isNeeded(name)));
      return envelope === '' ? kept : (replaceAt(changed, envelope, kept) as JsonObject);
    },
  };
}
