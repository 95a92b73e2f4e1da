import { isUtf8 } from 'node:buffer';
import { InputError } from '../errors.ts';
import { readRegularFile } from './regular-file.ts';

/** Finds the offset of the first sequence that is not UTF-8. */
export function invalidUtf8At(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      decoder.decode(bytes.subarray(0, middle), { stream: true });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  // The valid prefix may end inside of the sequence that fails.
  return Buffer.byteLength(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, low), { stream: true }),
  );
}

/** As a path, a URL has one slash where it had two. */
const URL_AS_PATH = /^(https?:)\/+/i;

/** Says of a URL that nothing is fetched, and what to do; without its credentials. */
export function saveFirst(url: string): string {
  const shown = url.replace(URL_AS_PATH, '$1//').replace(/\/\/[^/]*@/, '//***@');
  return `${shown} is a URL, but only files are read. Save it first: curl -o openapi.yaml '${shown}'`;
}

/**
 * Reads a text file.
 * @param what names the file's role in messages, e.g. `spec` or `overlay`
 * @throws {InputError} if the file does not exist or is not UTF-8
 */
export function readUtf8File(file: string, what: string): string {
  return readUtf8Bytes(file, what).toString();
}

/** As {@link readUtf8File}, without making a text of them, which takes long of a large file; without the byte order mark. */
export function readUtf8Bytes(file: string, what: string): Buffer {
  const bytes = readFile(file, what);
  if (!isUtf8(bytes)) throw unreadable(file, what, 'not UTF-8 text');
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

function readFile(file: string, what: string): Buffer {
  try {
    return readRegularFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && URL_AS_PATH.test(file)) throw new InputError(`${what} ${saveFirst(file)}`);
    throw unreadable(file, what, code === 'ENOENT' ? 'no such file' : message);
  }
}

function unreadable(file: string, what: string, reason: string): InputError {
  return new InputError(`cannot read ${what} ${file}: ${reason}. Give the path of a YAML or JSON file.`);
}
