import type { ReceivedRequest } from '../../core/received-request.ts';
import { isJsonType, parseMediaType } from '../media-type.ts';
import { percentEncode } from '../parameters/serialize.ts';
import type { FormField } from './read-form-field.ts';

/** Parses the parts of a multipart form as fields (RFC 7578), or returns why it cannot be parsed. */
export async function parseMultipart(type: string, body: Uint8Array): Promise<FormField[] | string> {
  if (!parseMediaType(type)?.parameters.get('boundary'))
    return 'header content-type must name the boundary of the multipart request body; HTTP clients add it by themselves unless the header is set by hand';
  const form = await readParts(type, body);
  if (!form)
    return 'the request body is not valid multipart/form-data: its parts are not separated by the boundary of the content type';
  const fields = [...form].map(async ([name, value]): Promise<FormField> => [name, percentEncode(await textOf(value))]);
  return Promise.all(fields);
}

/** Body.formData reads no other multipart type, and throws a TypeError for everything that it cannot parse (Fetch standard). */
async function readParts(type: string, body: Uint8Array): Promise<FormData | undefined> {
  const headers = { 'content-type': type.replace(/^[^;]*/, 'multipart/form-data') };
  try {
    return await new Response(body, { headers }).formData();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Reads a file as a string, one character per byte; JSON, which browsers send as a file for its media type, as UTF-8. */
async function textOf(value: string | Blob): Promise<string> {
  if (typeof value === 'string') return value;
  if (isJsonType(value.type)) return value.text();
  return Buffer.from(await value.arrayBuffer()).toString('latin1');
}

/** Returns the boundary of a multipart body from its content type. */
export function boundaryOf({ headers }: ReceivedRequest): string | undefined {
  return parseMediaType(String(headers['content-type']))?.parameters.get('boundary');
}

/** True unless a multipart form does not contain the boundary of its content type (RFC 2046 section 5.1.1). */
export function hasMatchingBoundary(request: ReceivedRequest): boolean {
  if (parseMediaType(String(request.headers['content-type']))?.essence !== 'multipart/form-data') return true;
  const boundary = boundaryOf(request);
  return boundary !== undefined && Buffer.from(request.body).includes(`--${boundary}`);
}
