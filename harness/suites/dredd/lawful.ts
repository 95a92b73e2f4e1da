/** Dredd compares status and media type as text, character for character; this lets the lawful differences pass. */
import { parseMediaType } from '../../contract/media-type.ts';
import type { HookTransaction, RealAnswer } from './library.ts';
import type { StatusRange } from './protocol.ts';

/**
 * Changes the expectation and the answer where they differ lawfully, so that Dredd's own comparison sees no difference.
 * To be called before that comparison; never throws.
 */
export function allowLawful({ expected, real }: HookTransaction, statuses: readonly StatusRange[]): void {
  if (statuses.some(({ from, to }) => from <= real.statusCode && real.statusCode <= to)) {
    expected.statusCode = String(real.statusCode);
  }
  dropParameters(expected.headers);
  dropParameters(real.headers);
  undoNeedlessBase64(real);
}

/** The ranges as Dredd is to name them when no status of theirs came: `201`, `2XX`, `400-503`, `201 or 4XX`. */
export function nameStatuses(statuses: readonly StatusRange[]): string {
  return statuses.map(nameRange).join(' or ');
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

/** Dredd takes text with a genuine U+FFFD for binary and puts it in Base64, which then is no JSON. */
function undoNeedlessBase64(real: RealAnswer): void {
  if (real.bodyEncoding !== 'base64' || real.body === undefined) {
    return;
  }
  const bytes = Buffer.from(real.body, 'base64');
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes)) {
    real.body = text;
    real.bodyEncoding = 'utf-8';
  }
}
