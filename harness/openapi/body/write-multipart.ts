import { isObject } from '../../core/json/index.ts';
import type { FormEncoding, JsonObject, JsonValue, MediaType } from '../../core/model.ts';
import { parseMediaType } from '../media-type.ts';
import { concreteMediaType, encodeText, isBinaryMediaType } from './concrete-media-type.ts';
import { formFieldText, formFieldValues } from './write-form.ts';

interface Part {
  readonly head: string;
  readonly content: Uint8Array;
}

/**
 * Serializes an object as `multipart/form-data`, with a part for each property and each item of an array (RFC 7578; OpenAPI 3.0.3,
 * Special Considerations for multipart Content).
 */
export function serializeMultipart(
  body: JsonObject,
  contentType: string,
  fields: MediaType['encodings'],
): { readonly bytes: Uint8Array; readonly contentType: string } {
  const parts = Object.entries(body).flatMap(([name, value]) =>
    formFieldValues(value).map((item) => writePart(name, item, fields.get(name))),
  );
  const given = parseMediaType(contentType)?.parameters.get('boundary');
  const boundary = given ?? freeBoundary(parts);
  const bytes = Buffer.concat([
    ...parts.flatMap(({ head, content }) => [Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), content, CRLF]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { bytes, contentType: given === undefined ? `${contentType}; boundary=${boundary}` : contentType };
}

const CRLF = Buffer.from('\r\n');

/** Chooses a boundary that is in no part (RFC 2046 section 5.1.1), the same for the same parts. */
function freeBoundary(parts: readonly Part[]): string {
  for (let number = 1; ; number++) {
    const boundary = `part-of-the-form-${number}`;
    if (!parts.some(({ head, content }) => head.includes(boundary) || Buffer.from(content).includes(boundary)))
      return boundary;
  }
}

function writePart(name: string, value: JsonValue, field: FormEncoding | undefined): Part {
  const type = partType(value, field);
  const isFile = field?.isFile === true && typeof value === 'string';
  const filename = isFile ? `; filename="${fileName(type ?? '')}"` : '';
  const lines = [`Content-Disposition: form-data; name="${quoted(name)}"${filename}`];
  if (type !== undefined) lines.push(`Content-Type: ${type}`);
  return {
    head: lines.join('\r\n'),
    content: encodeText(formFieldText(value), isFile || isBinaryMediaType(type ?? '')),
  };
}

/** Undefined for plain text, the default of a part (RFC 7578 section 4.4). */
function partType(value: JsonValue, field: FormEncoding | undefined): string | undefined {
  if (field?.contentType !== undefined) return concreteMediaType(field.contentType.split(',')[0]?.trim() ?? '');
  if (field?.isFile && typeof value === 'string') return 'application/octet-stream';
  return isObject(value) || Array.isArray(value) ? 'application/json' : undefined;
}

/** Services also recognize files by their names. */
function fileName(type: string): string {
  const subtype = parseMediaType(type)?.essence.split('/')[1] ?? '';
  return /^(?:png|gif|jpeg|pdf|zip|csv|xml|json|html)$/.test(subtype) ? `file.${subtype}` : 'file.bin';
}

/** As browsers write names (HTML standard, Multipart form data). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
