import type { HttpRequest, HttpResponse, TransportError } from '../../core/model.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import { escapeInvisible, oneLine } from './escape.ts';

/** How much of a body is shown. */
export interface ExcerptLimits {
  readonly characters: number;
  readonly lines: number;
}

const MAX_HEX_BYTES = 48;

/**
 * Returns the first lines of a body: text if it is UTF-8, else hexadecimal. A last line gives its size if it is truncated.
 * @param truncatedBytes how many bytes followed that were not retained
 */
export function bodyExcerpt(bytes: Uint8Array, limits: ExcerptLimits, truncatedBytes = 0): string[] {
  if (bytes.length === 0) return ['(no body)'];
  const head = bytes.subarray(0, limits.characters * 4);
  const total = bytes.length + truncatedBytes;
  const text = decode(head, head.length < total);
  if (text === undefined) return hexExcerpt(bytes, total);
  const lines = escapeInvisible(text).split('\n');
  const shown = clip(lines.slice(0, limits.lines), limits.characters);
  const isWhole = head.length === total && shown.join('\n').length === lines.join('\n').length;
  return isWhole ? shown : [...shown, `... (${pluralize(total, 'byte')} in total)`];
}

/** Decodes UTF-8; @returns undefined if the bytes are not UTF-8. */
export function utf8(bytes: Uint8Array): string | undefined {
  return decode(bytes, false);
}

/** Returns `POST /path`. */
export function requestLine(request: HttpRequest): string {
  return oneLine(`${request.method} ${request.path}`);
}

/** Returns status and content type of a response, or the transport error. */
export function statusLine(response: HttpResponse | TransportError): string {
  if ('kind' in response) {
    const error = response.kind === 'cross-talk' ? 'response to another request' : `no response: ${response.kind}`;
    return oneLine(`${error} after ${Math.round(response.durationMs)} ms: ${response.detail}`);
  }
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const status = `${response.status} ${response.statusText}`.trim();
  return oneLine(`${status}, ${type ?? 'no content type'}${response.complete ? '' : ', truncated'}`);
}

/** Returns the response, or the part of it that arrived before the transport error. */
export function receivedResponse(response: HttpResponse | TransportError): HttpResponse | undefined {
  return 'kind' in response ? response.partial : response;
}

function decode(bytes: Uint8Array, isPartial: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isPartial });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function hexExcerpt(bytes: Uint8Array, total: number): string[] {
  const shown = Array.from(bytes.subarray(0, MAX_HEX_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return [`${shown}${bytes.length > MAX_HEX_BYTES ? ' ...' : ''} (${pluralize(total, 'byte')}, not UTF-8)`];
}

function clip(lines: readonly string[], maxCharacters: number): string[] {
  const clipped: string[] = [];
  let left = maxCharacters;
  for (const line of lines) {
    if (left <= 0) break;
    clipped.push(line.length > left ? withoutLastCharacter(line.slice(0, left + 1)) : line);
    left -= line.length + 1;
  }
  return clipped;
}

/** Drops the last code point, so that no surrogate pair is split. */
function withoutLastCharacter(text: string): string {
  return Array.from(text).slice(0, -1).join('');
}
