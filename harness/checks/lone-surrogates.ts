import { isUtf8 } from 'node:buffer';
import { isObject } from '../core/json/index.ts';
import { escapeToken } from '../core/json/pointer.ts';
import type { HttpRequest, JsonValue } from '../core/model.ts';

/** A string of an answer in which half a character of the request stands. */
interface SplitCharacter {
  /** JSON Pointer of the string. */
  readonly path: string;
  /** The half as its escape, e.g. `\ud83d`. */
  readonly half: string;
  /** The whole character that was sent. */
  readonly character: string;
}

const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/**
 * The first string in which a surrogate stands alone that the request carries in a pair only: no Unicode character, so that what a reader
 * makes of it is unpredictable (RFC 8259 section 8.2, RFC 7493 section 2.1). Any other may be stored from a request that carried it alone.
 */
export function findLoneSurrogate(request: HttpRequest, received: JsonValue): SplitCharacter | undefined {
  for (const [path, text] of strings(received, ''))
    for (const [half] of text.matchAll(HALVES)) {
      const sent = sentText(request);
      if (halvesOf(sent).includes(half)) continue;
      const character = sent.match(PAIRS)?.find((pair) => pair.includes(half));
      if (character !== undefined) return { path, half: `\\u${half.charCodeAt(0).toString(16)}`, character };
    }
  return undefined;
}

function halvesOf(text: string): string[] {
  return text.match(HALVES) ?? [];
}

function* strings(value: JsonValue, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* strings(item, `${path}/${index}`);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      yield [path, name];
      yield* strings(member, `${path}/${escapeToken(name)}`);
    }
}

/** All text of a request, in its body and its target, with escapes undone; empty where it is not UTF-8, and may hold anything. */
function sentText({ body, path }: HttpRequest): string {
  const target = Buffer.from(
    path.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => character(digits)),
    'latin1',
  );
  const bytes = Buffer.concat([body ?? new Uint8Array(), target]);
  if (!isUtf8(bytes)) return '';
  return bytes
    .toString()
    .replace(/\\(?:u([0-9a-f]{4})|.)/gi, (escaped, digits?: string) =>
      digits === undefined ? escaped : character(digits),
    );
}

function character(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}
