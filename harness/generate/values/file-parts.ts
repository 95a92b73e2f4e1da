import { isObject } from '../../core/json/index.ts';
import { appendTokens, replaceAt } from '../../core/json/pointer.ts';
import type { FormEncoding, JsonValue, MediaType } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { placeholderText } from './placeholder-body.ts';

/** Replaces strings by sample files of the media type that the document declares for them, if the schema allows it. */
export function withSampleFiles(
  { schemas }: Contract,
  { type, schema, encodings }: MediaType,
  body: JsonValue,
): JsonValue {
  const accepts = (value: JsonValue) => schema === undefined || schemas.accepts(schema, value, 'request');
  if (typeof body === 'string')
    return isJsonType(type) ? body : firstAccepted([placeholderText(type) ?? body, body], accepts);
  if (!isObject(body)) return body;
  let result: JsonValue = body;
  for (const [name, field] of encodings) {
    const property = Object.hasOwn(body, name) ? body[name] : undefined;
    if (property !== undefined)
      result = firstAccepted(
        [replaceAt(result, appendTokens('', name), withSampleFile(field, property)), result],
        accepts,
      );
  }
  return result;
}

function firstAccepted(values: readonly [JsonValue, JsonValue], accepts: (value: JsonValue) => boolean): JsonValue {
  return accepts(values[0]) ? values[0] : values[1];
}

function withSampleFile(field: FormEncoding, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withSampleFile(field, item));
  const type = field.contentType?.split(',')[0]?.trim();
  return typeof value === 'string' && type !== undefined ? (placeholderText(type) ?? value) : value;
}
