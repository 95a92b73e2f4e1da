import { isObject, writeJson } from '../../core/json/index.ts';
import { isJsonType, isMultipart, isUrlencoded } from '../media-type.ts';
import type { Json, MediaType } from '../../core/model.ts';
import { writeForm } from './write-form.ts';
import { writeMultipart } from './write-multipart.ts';
import { isBytes, textBytes } from '../../generate/values/placeholder-body.ts';

/** A body as it is sent. */
export interface WrittenBody {
  readonly bytes: Uint8Array;
  /** The content type, with the boundary that the parts were written with. */
  readonly contentType: string;
}

/** Writes a value in a media type: JSON and forms by their members, a text as it is. */
export function writeBody(value: Json, contentType: string, fields: MediaType['fields']): WrittenBody {
  if (isObject(value) && isMultipart(contentType)) return writeMultipart(value, contentType, fields);
  if (isObject(value) && isUrlencoded(contentType))
    return { bytes: Buffer.from(writeForm(value, fields)), contentType };
  if (isJsonType(contentType) || typeof value !== 'string')
    return { bytes: Buffer.from(writeJson(value)), contentType };
  return { bytes: textBytes(value, isBytes(contentType)), contentType };
}
