import type { MediaType } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { isJsonType, isMultipart, isUrlencoded, isXmlType } from '../media-type.ts';

/**
 * Whether no bytes at all are valid content of a declared media type: an empty file, an empty text, a form without fields.
 * JSON, XML and multipart have at least a value, an element or a boundary (RFC 8259 section 2, RFC 2046 section 5.1.1).
 * @param sent the type of the message, which the declared one may be a range of
 */
export function mayBeEmpty({ schemas }: Contract, { schema }: MediaType, sent: string): boolean {
  if (isJsonType(sent) || isXmlType(sent) || isMultipart(sent)) return false;
  return schema === undefined || schemas.accepts(schema, isUrlencoded(sent) ? {} : '', 'request');
}
