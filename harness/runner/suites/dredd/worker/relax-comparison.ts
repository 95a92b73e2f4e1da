/** Dredd compares status and media type character by character; this removes conforming differences beforehand. */
import { decodeContent } from '../../../../http/content-coding.ts';
import { parseMediaType } from '../../../../openapi/media-type.ts';
import type { HookTransaction, RealResponse } from './load-dredd.ts';
import type { DreddResponse, StatusRange } from './messages.ts';

/**
 * Removes conforming differences between the expected and the real response, so that Dredd's comparison sees none.
 * Call it before that comparison; it never throws.
 */
export function relaxComparison({ expected, real }: HookTransaction, responses: readonly DreddResponse[]): void {
  const response = responses.find(({ statuses: { from, to } }) => from <= real.statusCode && real.statusCode <= to);
  if (response) {
    expected.statusCode = String(real.statusCode);
    expected.headers = Object.fromEntries(response.headers.map(({ name, value }) => [name, value]));
    expected.bodySchema = response.bodySchema;
  }
  dropParameters(expected.headers);
  dropParameters(real.headers);
  readBody(real);
}

/** Formats the expected statuses for Dredd's messages: `201`, `2XX`, `400-503`, `201 or 4XX`. */
export function formatStatusRanges(responses: readonly DreddResponse[]): string {
  return responses.map(({ statuses }) => nameRange(statuses)).join(' or ');
}

function nameRange({ from, to }: StatusRange): string {
  if (from === to) {
    return String(from);
  }
  return from % 100 === 0 && to === from + 99 ? `${from / 100}XX` : `${from}-${to}`;
}

/** Charset, letter case and spacing do not matter in JSON's media type (RFC 9110 8.3.1, RFC 8259 11). */
function dropParameters(headers: Record<string, string | string[]>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === 'content-type' && typeof value === 'string') {
      headers[name] = parseMediaType(value)?.essence ?? value;
    }
  }
}

/**
 * Decodes the body: Dredd decodes no content codings, and treats text with a genuine U+FFFD as binary. A body that cannot be
 * decoded becomes empty.
 */
function readBody(real: RealResponse): void {
  if (real.body === undefined) return;
  const encoded = Buffer.from(real.body, real.bodyEncoding);
  const decoded = decodeContent([real.headers['content-encoding'] ?? []].flat(), encoded);
  const bytes = 'problem' in decoded ? Buffer.alloc(0) : Buffer.from(decoded.body);
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(bytes);
  real.body = isText ? text : bytes.toString('base64');
  real.bodyEncoding = isText ? 'utf-8' : 'base64';
}
