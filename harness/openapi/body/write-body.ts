import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { JsonValue, MediaType } from '../../core/model.ts';
import { isJsonType, isMultipart, isUrlencoded } from '../media-type.ts';
import { encodeText, isBinaryMediaType } from './concrete-media-type.ts';
import { serializeForm } from './write-form.ts';
import { serializeMultipart } from './write-multipart.ts';

/** A body ready to be sent. */
export interface SerializedBody {
  readonly bytes: Uint8Array;
  /** The content type, with the boundary of a multipart body. */
  readonly contentType: string;
}

/** Serializes a value in a media type: JSON, forms, XML, and any other string as it is. */
export function serializeBody(value: JsonValue, contentType: string, declared: MediaType | undefined): SerializedBody {
  const fields = declared?.encodings ?? new Map();
  if (declared?.xml && typeof value !== 'string') return { bytes: Buffer.from(declared.xml.write(value)), contentType };
  if (isObject(value) && isMultipart(contentType)) return serializeMultipart(value, contentType, fields);
  if (isObject(value) && isUrlencoded(contentType))
    return { bytes: Buffer.from(serializeForm(value, fields)), contentType };
  if (isJsonType(contentType) || typeof value !== 'string')
    return { bytes: Buffer.from(stringifyJson(value)), contentType };
  return { bytes: encodeText(value, isBinaryMediaType(contentType)), contentType };
}
