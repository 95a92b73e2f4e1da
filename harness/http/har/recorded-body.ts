import { isUtf8 } from 'node:buffer';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../../core/errors.ts';
import type { SourceLocation } from '../../core/model.ts';
import { readRegularFile } from '../../core/util/regular-file.ts';
import { decodeContent } from '../content-coding.ts';

/** JSON that nobody has checked. */
export type Loose = Readonly<Record<string, unknown>>;

/** A body as a recording has it. */
export interface RecordedBody {
  readonly bytes: Uint8Array;
  /** False if the recording lacks some or all of it: what was sent is then not known. */
  readonly isWhole: boolean;
  /** True if secrets in it are masked; it is then not whole. */
  readonly isMasked?: boolean;
}

/** What a recording says of the message that has the body. */
interface MessageFacts {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly location: SourceLocation;
}

const NOTHING = new Uint8Array();
const EMPTY: RecordedBody = { bytes: NOTHING, isWhole: true };
const UNKNOWN: RecordedBody = { bytes: NOTHING, isWhole: false };
/** Replaces bytes that are no text: recorders that write them as text lose them (Unicode, REPLACEMENT CHARACTER). */
const REPLACEMENT = '\uFFFD';

/** Reads the body of a request. Browsers leave out those of multipart forms, and write binary ones as text. */
export function requestBody(request: Loose, facts: MessageFacts): RecordedBody {
  const { postData, body, encoding } = request;
  const content = isObject(postData) ? postData : { text: body, encoding };
  const bytes = contentOf(content, facts) ?? formOf(content);
  const length = headerOf(facts, 'content-length');
  if (bytes === undefined || bytes.length === 0) {
    const isAnnounced = length === undefined ? isSent(request, facts) : Number(length) > 0;
    return isAnnounced ? UNKNOWN : EMPTY;
  }
  const isCoded = headerOf(facts, 'content-encoding') !== undefined;
  const isComplete = length === undefined || Number(length) === bytes.length;
  return masked({ bytes, isWhole: !isCoded && isComplete && !isLossy(content) }, content);
}

/** Whether a request without a recorded body, and without a length, had one. */
function isSent({ bodySize, postData }: Loose, facts: MessageFacts): boolean {
  if (typeof bodySize === 'number' && bodySize >= 0) return bodySize > 0;
  const hasForm = isObject(postData) && Array.isArray(postData['params']) && postData['params'].length > 0;
  return hasForm || ['transfer-encoding', 'content-type'].some((name) => headerOf(facts, name) !== undefined);
}

/** Reads the body of a response, decoded as HAR 1.2 has it. */
export function responseBody(response: Loose, facts: MessageFacts & { readonly isBodiless: boolean }): RecordedBody {
  const content = isObject(response['content']) ? response['content'] : { text: response['body'], ...response };
  const recorded = contentOf(content, facts);
  if (facts.isBodiless) return { bytes: recorded ?? NOTHING, isWhole: true };
  if (recorded === undefined) return headerOf(facts, 'content-length') === '0' ? EMPTY : UNKNOWN;
  const decoded = decodedBody(recorded, facts);
  if (decoded === undefined) return UNKNOWN;
  const length = Math.max(recorded.length, decoded.length);
  return masked({ bytes: decoded, isWhole: length >= expectedLength(length, response, content, facts) }, content);
}

/** How long the body is, as far as the recording says. */
function expectedLength(length: number, { bodySize }: Loose, content: Loose, facts: MessageFacts): number {
  const { size, compression, text } = content;
  const isCoded = headerOf(facts, 'content-encoding') !== undefined;
  const announced = isCoded ? bodySize : (headerOf(facts, 'content-length') ?? bodySize);
  if (length === 0) return Math.max(numberOf(size), numberOf(announced));
  // Some count the characters that they write.
  if (typeof text === 'string' && size === text.length) return 0;
  // mitmproxy gives the size of the coded body, and what decoding adds to it as a compression below zero.
  return numberOf(size) + Math.min(0, numberOf(compression));
}

function numberOf(value: unknown): number {
  return Number.isFinite(Number(value ?? 0)) ? Number(value ?? 0) : 0;
}

/** HAR 1.2 has decoded bodies, but some recorders write the coded one as base64. @returns undefined if the coding is not known */
function decodedBody(bytes: Uint8Array, facts: MessageFacts): Uint8Array | undefined {
  const coding = headerOf(facts, 'content-encoding');
  if (coding === undefined || isUtf8(bytes)) return bytes;
  const decoded = decodeContent([coding], bytes);
  if ('body' in decoded) return decoded.body;
  return decoded.isUnknown === true ? undefined : bytes;
}

/** The body of a form of which the recording has the fields alone; undefined if they may be encoded already. */
function formOf({ mimeType, params }: Loose): Uint8Array | undefined {
  if (typeof mimeType !== 'string' || !/^application\/x-www-form-urlencoded\b/i.test(mimeType)) return undefined;
  if (!Array.isArray(params) || params.length === 0) return undefined;
  const form = new URLSearchParams();
  for (const each of params as unknown[]) {
    const { name, value = '' } = isObject(each) ? each : {};
    if (typeof name !== 'string' || typeof value !== 'string' || /[%+]/.test(name + value)) return undefined;
    form.append(name, value);
  }
  return Buffer.from(form.toString());
}

function masked(body: RecordedBody, content: Loose): RecordedBody {
  return content['_masked'] === true ? { ...body, isWhole: false, isMasked: true } : body;
}

/** Returns the bytes of `text`, or of the file that recorders write beside it; undefined if there is none. */
function contentOf(content: Loose, { location }: MessageFacts): Uint8Array | undefined {
  const { text, encoding = content['_encoding'], _file: file } = content;
  if (typeof file === 'string') return readAttached(file, location);
  if (text === undefined || text === null) return undefined;
  if (typeof text !== 'string')
    throw new InputError('a body is the text that was sent, with `encoding: base64` for bytes', location);
  return encoding === 'base64' ? Buffer.from(text, 'base64') : bytesOf(text);
}

/** Bytes that are no UTF-8, as Python writes them into text (PEP 383). */
const ESCAPED_BYTE = /(?<![\uD800-\uDBFF])([\uDC80-\uDCFF])/;
/** A declaration of the encoding that a document had before the recorder made text of it. */
const XML_ENCODING = /^<\?xml[^>]*\sencoding=["'](?!utf-8["'])/i;

function bytesOf(text: string): Uint8Array {
  // The byte order mark goes before the declaration (XML 1.0, appendix F).
  if (XML_ENCODING.test(text)) return Buffer.from(`\uFEFF${text}`);
  if (!ESCAPED_BYTE.test(text)) return Buffer.from(text);
  const parts = text.split(ESCAPED_BYTE);
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) & 0xff))),
  );
}

/** Reads a file of the folder of the recording, and no other. */
function readAttached(file: string, location: SourceLocation): Uint8Array {
  if (file !== basename(file))
    throw new InputError(`the body ${file} must be in the folder of the recording`, location);
  try {
    return readRegularFile(join(dirname(location.file), file));
  } catch (error) {
    throw new InputError(`cannot read the body ${file}: ${(error as Error).message}`, location);
  }
}

function isLossy({ text, encoding, _encoding, _file }: Loose): boolean {
  const isText = encoding !== 'base64' && _encoding !== 'base64' && _file === undefined;
  return isText && typeof text === 'string' && text.includes(REPLACEMENT);
}

function headerOf({ headers }: MessageFacts, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

export function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}
