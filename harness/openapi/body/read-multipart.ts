import type { ReceivedRequest } from '../../core/received-request.ts';
import { isJsonType, parseMediaType } from '../media-type.ts';
import { percentEncode } from '../parameters/serialize.ts';
import type { FormField } from './read-form-field.ts';

/** The parts of a multipart form as its fields, or what is wrong with it as a whole (RFC 7578). */
export async function parseMultipart(type: string, body: Uint8Array): Promise<FormField[] | string> {
  if (!parseMediaType(type)?.parameters.get('boundary'))
    return 'header content-type must name the boundary of the multipart request body; clients add it unless told otherwise';
  const form = await readParts(type, body);
  if (!form)
    return 'the request body is not valid multipart/form-data: its parts do not follow the boundary of the content type';
  const fields = [...form].map(async ([name, value]): Promise<FormField> => [name, percentEncode(await textOf(value))]);
  return Promise.all(fields);
}

/** The platform's reader tells what it cannot read by this error alone (Fetch standard, Body.formData). */
async function readParts(type: string, body: Uint8Array): Promise<FormData | undefined> {
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** A file is the text of its bytes, one character each; browsers send JSON as a file too, to give it its media type. */
async function textOf(value: string | Blob): Promise<string> {
  if (typeof value === 'string') return value;
  if (isJsonType(value.type)) return value.text();
  return Buffer.from(await value.arrayBuffer()).toString('latin1');
}

/** What separates the parts of a multipart body, as its content type says. */
export function boundaryOf({ headers }: ReceivedRequest): string | undefined {
  return parseMediaType(String(headers['content-type']))?.parameters.get('boundary');
}

/** Whether the parts of a form can be told from each other (RFC 2046 section 5.1.1); any other body is one. */
export function hasMatchingBoundary(request: ReceivedRequest): boolean {
  if (parseMediaType(String(request.headers['content-type']))?.essence !== 'multipart/form-data') return true;
  const boundary = boundaryOf(request);
  return boundary !== undefined && Buffer.from(request.body).includes(`--${boundary}`);
}
