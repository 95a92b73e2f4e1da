import type { HttpRequest, HttpResponse, TransportError } from '../../core/model.ts';
import { pluralize } from '../../core/util/pluralize.ts';

/** How much of a body is shown. */
export interface ExcerptLimits {
  readonly characters: number;
  readonly lines: number;
}

const HEX_BYTES = 48;

/** The first lines of a body: as text where it is UTF-8, else in hexadecimal; a last line says what is left out, `omitted` bytes before. */
export function bodyExcerpt(bytes: Uint8Array, bounds: ExcerptLimits, omitted = 0): string[] {
  if (bytes.length === 0) return ['(no body)'];
  const head = bytes.subarray(0, bounds.characters * 4);
  const total = bytes.length + omitted;
  const text = decode(head, head.length < total);
  if (text === undefined) return hexExcerpt(bytes, total);
  const lines = escapeInvisible(text).split('\n');
  const shown = clip(lines.slice(0, bounds.lines), bounds.characters);
  const whole = head.length === total && shown.join('\n').length === lines.join('\n').length;
  return whole ? shown : [...shown, `... (${pluralize(total, 'byte')} in all)`];
}

/** The whole text where the bytes are UTF-8, else undefined. */
export function utf8(bytes: Uint8Array): string | undefined {
  return decode(bytes, false);
}

/** Text that a terminal or browser only shows: control, format and bidirectional characters stand as escapes. */
export function escapeInvisible(text: string): string {
  if (/^[\x20-\x7e\n\t]*$/.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(/[^\P{C}\n\t\p{Co}\p{Cn}]|[\p{Zl}\p{Zp}]/gu, escaped);
}

/** As {@link visible}, in one line. */
export function oneLine(text: string): string {
  return escapeInvisible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** `POST /path`. */
export function requestLine(request: HttpRequest): string {
  return oneLine(`${request.method} ${request.path}`);
}

/** Status line and content type of an answer, or what was seen in place of one. */
export function statusLine(response: HttpResponse | TransportError): string {
  if ('kind' in response) {
    const seen = response.kind === 'cross-talk' ? 'the response to another request' : `no response: ${response.kind}`;
    return oneLine(`${seen} after ${Math.round(response.durationMs)} ms: ${response.detail}`);
  }
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const status = `${response.status} ${response.statusText}`.trim();
  return oneLine(`${status}, ${type ?? 'no content type'}${response.complete ? '' : ', cut off before its end'}`);
}

/** What arrived: the answer, or the part of it that came before the fault. */
export function receivedResponse(response: HttpResponse | TransportError): HttpResponse | undefined {
  return 'kind' in response ? response.partial : response;
}

function decode(bytes: Uint8Array, more: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: more });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function hexExcerpt(bytes: Uint8Array, total: number): string[] {
  const shown = Array.from(bytes.subarray(0, HEX_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return [`${shown}${bytes.length > HEX_BYTES ? ' ...' : ''} (${pluralize(total, 'byte')}, no UTF-8 text)`];
}

function clip(lines: readonly string[], characters: number): string[] {
  const kept: string[] = [];
  let left = characters;
  for (const line of lines) {
    if (left <= 0) break;
    kept.push(
      line.length > left
        ? Array.from(line.slice(0, left + 1))
            .slice(0, -1)
            .join('')
        : line,
    );
    left -= line.length + 1;
  }
  return kept;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
