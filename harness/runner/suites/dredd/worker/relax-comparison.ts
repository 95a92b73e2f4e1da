/** Dredd compares status and media type as text, character for character; this lets the lawful differences pass. */
import { decodeContent } from '../../../../http/content-coding.ts';
import { parseMediaType } from '../../../../openapi/media-type.ts';
import type { HookTransaction, RealResponse } from './load-dredd.ts';
import type { DreddResponse, StatusRange } from './messages.ts';

/**
 * Changes the expectation and the answer where they differ lawfully, so that Dredd's own comparison sees no difference.
 * To be called before that comparison; never throws.
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

/** The statuses as Dredd is to name them when none of them came: `201`, `2XX`, `400-503`, `201 or 4XX`. */
export function formatStatusRanges(responses: readonly DreddResponse[]): string {
  return responses.map(({ statuses }) => nameRange(statuses)).join(' or ');
}

function nameRange({ from, to }: StatusRange): string {
  if (from === to) {
    return String(from);
  }
  return from % 100 === 0 && to === from + 99 ? `${from / 100}XX` : `${from}-${to}`;
}

/** A charset, letter case and spacing change nothing in JSON's media type (RFC 9110 8.3.1, RFC 8259 section 11); what is no media type stays. */
function dropParameters(headers: Record<string, string | string[]>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === 'content-type' && typeof value === 'string') {
      headers[name] = parseMediaType(value)?.essence ?? value;
    }
  }
}

/**
 * Dredd undoes no content codings, and takes text with a genuine U+FFFD for binary and puts it in Base64: neither is JSON then.
 * A body whose coding cannot be undone is none that could be read.
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
