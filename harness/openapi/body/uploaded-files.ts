import type { ReceivedRequest } from '../../core/received-request.ts';
import { parseMediaType } from '../media-type.ts';
import { boundaryOf } from './read-multipart.ts';

/** A file that a client sends. */
export interface UploadedFile {
  /** Undefined if the client gives none. */
  readonly name: string | undefined;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const FILES = /^(image|audio|video|font|model)\/|^application\/(octet-stream|pdf|zip|gzip|x-|vnd\.(?!.*[+](json|xml)))/;
const END_OF_HEADERS = '\r\n\r\n';

/** Returns the files of a valid request: those of a multipart form, or its whole body if it is one. */
export function uploadedFiles(request: ReceivedRequest): UploadedFile[] {
  const type = parseMediaType(String(request.headers['content-type'] ?? ''))?.essence ?? '';
  if (type === 'multipart/form-data') return [...filesOfForm(request)];
  if (!FILES.test(type) || type === 'application/x-www-form-urlencoded') return [];
  return [{ name: undefined, type, bytes: request.body }];
}

/** RFC 7578 section 4.2: a part with a file name is a file. */
function* filesOfForm(request: ReceivedRequest): Generator<UploadedFile> {
  const { buffer, byteOffset, length } = request.body;
  const body = Buffer.from(buffer, byteOffset, length);
  const delimiter = `\r\n--${boundaryOf(request)}`;
  let start = body.indexOf(delimiter.slice(2));
  while (start >= 0) {
    const begin = body.indexOf(END_OF_HEADERS, start);
    const end = begin < 0 ? -1 : body.indexOf(delimiter, begin + 2);
    if (end < 0) return;
    const headers = body.toString('utf8', start, begin);
    const name = /;\s*filename="((?:[^"\\]|\\.)*)"/i.exec(headers)?.[1];
    const type = /^content-type:\s*(\S[^;\r\n]*)/im.exec(headers)?.[1]?.trim() ?? 'application/octet-stream';
    const bytes = body.subarray(Math.min(end, begin + END_OF_HEADERS.length), end);
    // HTML, multipart form data: browsers write quotation marks in names as %22.
    if (name !== undefined) yield { name: name.replaceAll('%22', '"').replace(/\\(.)/g, '$1'), type, bytes };
    start = end + 2;
  }
}
