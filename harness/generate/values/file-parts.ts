import type { Contract } from '../../openapi/contract.ts';
import { isObject, setMember } from '../../core/json/index.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { FormField, Json, JsonObject, MediaType } from '../../core/model.ts';
import { plainText } from './placeholder-body.ts';

/** The body with a small file in the place of each text whose media type the document names, as far as the schema takes it. */
export function fitted({ schemas }: Contract, { type, schema, fields }: MediaType, body: Json): Json {
  const accepts = (value: Json) => schema === undefined || schemas.accepts(schema, value, 'request');
  if (typeof body === 'string')
    return isJsonType(type) ? body : firstAccepted([plainText(type) ?? body, body], accepts);
  if (!isObject(body)) return body;
  let whole = body;
  for (const [name, field] of fields) {
    const member = Object.hasOwn(body, name) ? body[name] : undefined;
    if (member !== undefined)
      whole = firstAccepted([withMember(whole, name, fittedMember(field, member)), whole], accepts);
  }
  return whole;
}

function firstAccepted<T extends Json>(values: readonly [T, T], accepts: (value: Json) => boolean): T {
  return accepts(values[0]) ? values[0] : values[1];
}

function fittedMember(field: FormField, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => fittedMember(field, item));
  const type = field.contentType?.split(',')[0]?.trim();
  return typeof value === 'string' && type !== undefined ? (plainText(type) ?? value) : value;
}

function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  const copy = { ...object };
  setMember(copy, name, value);
  return copy;
}
