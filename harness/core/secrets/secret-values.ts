import { groupBy } from '../util/group-by.ts';
import { type FoldedText, foldText } from './fold-text.ts';

/** Replaces secrets in reports and commands. */
export const MASK = '***';

/** Shorter values occur in responses for other reasons; masking them would spoil the evidence. */
const MIN_SECRET_CHARS = 6;

/** Masks secrets by value, in whatever way services and reports write what they received. */
export class SecretValues {
  /** By how they begin: encodings of a secret often begin alike. */
  private readonly needles: ReadonlyMap<string, readonly string[]>;

  constructor(values: Iterable<string>) {
    const secrets = [...new Set(values)].filter((value) => value !== MASK && value.length >= MIN_SECRET_CHARS);
    const needles = new Set(secrets.flatMap(needlesOf));
    this.needles = groupBy(needles, (needle) => needle.slice(0, MIN_SECRET_CHARS));
  }

  mask(text: string): string {
    return this.maskFolded(text, foldText(text));
  }

  /** Masks bytes. Latin-1 maps every byte to one character and back, so all others stay unchanged. */
  maskBytes(value: Uint8Array): Uint8Array {
    const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
    const masked = this.maskFolded(text, foldText(text, true));
    return masked === text ? value : Uint8Array.from(Buffer.from(masked, 'latin1'));
  }

  private maskFolded(text: string, folded: FoldedText): string {
    const found = [...this.needles].flatMap((group) => [...occurrences(text, folded, ...group)]);
    if (found.length === 0) return text;
    let result = '';
    let at = 0;
    for (const { start, end } of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
      if (start >= at) result += text.slice(at, start) + MASK;
      at = Math.max(at, end);
    }
    return result + text.slice(at);
  }
}

/** Returns a credential header's value and the secrets within: the token, the cookies, or user and password. */
export function credentialsIn(value: string): string[] {
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S.*)$/.exec(value) ?? [];
  const cookies = value.split(/; */).map((pair) => pair.slice(pair.indexOf('=') + 1));
  if (scheme.toLowerCase() !== 'basic') return [value, credentials, ...cookies];
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  return [value, credentials, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** The same few secrets are masked in every result of a run. */
const needles = new Map<string, readonly string[]>();
const MAX_CACHED_SECRETS = 1000;

function needlesOf(secret: string): readonly string[] {
  const known = needles.get(secret);
  if (known) return known;
  if (needles.size >= MAX_CACHED_SECRETS) needles.clear();
  const made = encodingsOf(secret)
    .map((encoded) => foldText(encoded).text)
    .filter((folded) => folded.length >= MIN_SECRET_CHARS);
  needles.set(secret, made);
  return made;
}

/** The secret, the names made of it, its hexadecimal digits, and its base64 alone or in a longer text (RFC 4648, 4 and 5). */
function encodingsOf(secret: string): string[] {
  const written = new Set([secret, JSON.stringify(secret).slice(1, -1)]);
  const base64 = [...written].flatMap((text) => inBase64(Buffer.from(text)));
  return [...new Set([secret, ...namesOf(secret), Buffer.from(secret).toString('hex'), ...base64])];
}

/** A name, of a header or a file, cannot have every character: others are left out or replaced, each or all that follow one another. */
function namesOf(secret: string): string[] {
  return ['-', '_', '.', ''].flatMap((other) =>
    [/[^a-z\d]/gi, /[^a-z\d]+/gi].map((others) => secret.replace(others, other)),
  );
}

function inBase64(bytes: Buffer): string[] {
  return (['base64', 'base64url'] as const).flatMap((encoding) => [
    bytes.toString(encoding).replace(/=+$/, ''),
    ...[0, 1, 2].map((before) =>
      withoutNeighbors(bytes, before)
        .toString(encoding)
        .slice(before === 0 ? 0 : 4),
    ),
  ]);
}

/** The bytes at an offset, without the last ones that share a group of three with what follows them. */
function withoutNeighbors(bytes: Buffer, before: number): Buffer {
  const length = before + bytes.length;
  return Buffer.concat([Buffer.alloc(before), bytes]).subarray(0, length - (length % 3));
}

/** Finds secrets that begin alike, and the beginning of one where a text was cut: at its end, or before an ellipsis. */
function* occurrences(
  text: string,
  folded: FoldedText,
  start: string,
  needles: readonly string[],
): Generator<{ readonly start: number; readonly end: number }> {
  for (let at = folded.text.indexOf(start); at !== -1; at = folded.text.indexOf(start, at + 1))
    for (const needle of needles) {
      let length = start.length;
      while (length < needle.length && folded.text[at + length] === needle[length]) length++;
      const place = folded.originOf(at, at + length);
      const cut = length === needle.length ? [] : CUT.exec(text.slice(place.end, place.end + 20));
      if (cut) yield { start: place.start, end: place.end + (cut[1]?.length ?? 0) };
    }
}

/** The end of a text that was cut, perhaps within an escape. */
const CUT = /^(\\+(?:u[\da-f]{0,3}|x[\da-f]?)?|%(?:25)*[\da-f]?|&#?[\da-z]*)?["']?(?:\.\.\.|…|\xe2\x80\xa6|$)/i;
