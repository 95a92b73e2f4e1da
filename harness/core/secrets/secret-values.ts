/** Replaces secrets in reports and commands. */
export const MASK = '***';

/** Shorter values occur in responses for other reasons; masking them would spoil the evidence. */
const MIN_SECRET_CHARS = 6;

/** Masks secrets by value: written plainly, or in an encoding in which services repeat what they received. */
export class SecretValues {
  /** Longest first, so that no part of a secret remains. */
  private readonly encodings: readonly string[];

  constructor(values: Iterable<string>) {
    const secrets = [...new Set(values)].filter((value) => value !== MASK && value.length >= MIN_SECRET_CHARS);
    this.encodings = [...new Set(secrets.flatMap(encodingsOf))].sort((a, b) => b.length - a.length);
  }

  mask(text: string): string {
    const masked = this.encodings.reduce((current, secret) => current.replaceAll(secret, MASK), text);
    return this.encodings.reduce(maskTruncated, masked);
  }

  /** Masks bytes. Latin-1 maps every byte to one character and back, so all others stay unchanged. */
  maskBytes(value: Uint8Array): Uint8Array {
    const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
    const inUtf8 = (secret: string): string => Buffer.from(secret).toString('latin1');
    const masked = this.encodings.reduce(
      (current, secret) => maskTruncated(current.replaceAll(inUtf8(secret), MASK).replaceAll(secret, MASK), secret),
      text,
    );
    return masked === text ? value : Uint8Array.from(Buffer.from(masked, 'latin1'));
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
const encodings = new Map<string, readonly string[]>();
const MAX_CACHED_SECRETS = 1000;

function encodingsOf(secret: string): readonly string[] {
  const known = encodings.get(secret);
  if (known) return known;
  if (encodings.size >= MAX_CACHED_SECRETS) encodings.clear();
  const made = encode(secret);
  encodings.set(secret, made);
  return made;
}

function encode(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64');
  const percent = percentEncode(bytes, /[\w.~-]/);
  const percentUri = percentEncode(bytes, /[\w.~!*'()-]/);
  const json = JSON.stringify(secret).slice(1, -1);
  const asciiJson = json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const html = secret.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const quoted = html.replace(/"/g, '&quot;');
  return [
    ...[secret, json, asciiJson].flatMap((text) => [text, text.replaceAll('/', '\\/')]),
    ...[percent, percentUri].flatMap((text) => [text, lowerHex(text), text.replaceAll('%20', '+')]),
    ...[base64, base64.replace(/=+$/, ''), base64.replaceAll('/', '\\/'), bytes.toString('base64url')],
    ...[html, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&#x27;')],
  ];
}

function percentEncode(bytes: Uint8Array, unreserved: RegExp): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return unreserved.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

function lowerHex(text: string): string {
  return text.replace(/%../g, (escaped) => escaped.toLowerCase());
}

/** Masks the beginning of a secret where a text was cut: at its end, or before an ellipsis. */
function maskTruncated(text: string, secret: string): string {
  const start = secret.slice(0, MIN_SECRET_CHARS);
  let result = text;
  for (let at = result.indexOf(start); at !== -1; at = result.indexOf(start, at + 1)) {
    let end = at + start.length;
    while (end < result.length && result[end] === secret[end - at]) end++;
    if (/^["']?(\.\.\.|…|$)/.test(result.slice(end, end + 4))) result = result.slice(0, at) + MASK + result.slice(end);
  }
  return result;
}
