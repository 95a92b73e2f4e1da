import { isUtf8 } from 'node:buffer';
import { isObject } from '../core/json/index.ts';
import { escapeToken } from '../core/json/pointer.ts';
import type { HttpRequest, JsonValue } from '../core/model.ts';

/** A string of the response with half of a surrogate pair that was sent. */
interface LoneSurrogate {
  /** JSON Pointer of the string. */
  readonly path: string;
  /** The surrogate as a JSON escape, e.g. `\ud83d`. */
  readonly surrogate: string;
  /** The whole character that was sent. */
  readonly character: string;
}

/** Code units beside a half that are the same as in the request. */
const CONTEXT = 3;

const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/** What is around values in JSON, forms and targets: half of a character that is all of a string was all of it before. */
const BEFORE = ['"', '=', '/'];
const AFTER = ['"', '&', '/'];

/**
 * Finds the first string with a lone surrogate that the request only has as part of a pair.
 *
 * A lone surrogate is no Unicode character, and receivers handle it unpredictably (RFC 8259 section 8.2, RFC 7493
 * section 2.1). Others may have been stored by a request that contained them alone.
 */
export function findLoneSurrogate(request: HttpRequest, received: JsonValue): LoneSurrogate | undefined {
  for (const [path, text] of strings(received, ''))
    for (const { 0: surrogate, index } of text.matchAll(LONE_SURROGATES)) {
      const sent = requestText(request);
      if (sent.match(LONE_SURROGATES)?.includes(surrogate)) continue;
      // Another request may have sent it alone, and this one the same half of a character elsewhere.
      const isHalf = (pair: string) => {
        const before = text.slice(Math.max(0, index - CONTEXT), index);
        const after = text.slice(index + 1, index + 1 + CONTEXT);
        if (!pair.includes(surrogate)) return false;
        const found = pair.startsWith(surrogate)
          ? (before === '' ? BEFORE : [before]).map((each) => each + pair)
          : (after === '' ? AFTER : [after]).map((each) => pair + each);
        return found.some((each) => sent.includes(each));
      };
      const character = sent.match(SURROGATE_PAIRS)?.find(isHalf);
      if (character === undefined) continue;
      return { path, surrogate: `\\u${surrogate.charCodeAt(0).toString(16)}`, character };
    }
  return undefined;
}

function* strings(value: JsonValue, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* strings(item, `${path}/${index}`);
  else if (isObject(value))
    for (const [name, property] of Object.entries(value)) {
      yield [path, name];
      yield* strings(property, `${path}/${escapeToken(name)}`);
    }
}

/** Returns the unescaped text of body and target; empty if the bytes are not UTF-8, which could hold any surrogate. */
function requestText({ body, path }: HttpRequest): string {
  const target = Buffer.from(
    path.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => fromHex(digits)),
    'latin1',
  );
  const bytes = Buffer.concat([body ?? new Uint8Array(), target]);
  if (!isUtf8(bytes)) return '';
  return bytes
    .toString()
    .replace(/\\(?:u([0-9a-f]{4})|.)/gi, (escaped, digits?: string) =>
      digits === undefined ? escaped : fromHex(digits),
    );
}

function fromHex(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}
