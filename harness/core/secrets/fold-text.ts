/** A text as any reader would decode it, to find in it what is written in another way. */
export interface FoldedText {
  readonly text: string;
  /** Where the folded characters from `start` to `end` are in the original. */
  originOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/** How JSON, JavaScript, URLs and HTML write a character, also if one of them was written in another again; null bytes of UTF-16. */
const ESCAPES = [
  /\\{1,8}(?:u(d[89ab][\da-f]{2}\\{1,8}ud[c-f][\da-f]{2}|[\da-f]{4})|x([\da-f]{2}))/,
  /%(?:25){0,4}([\da-f]{2})/,
  /&(?:amp;){0,4}(?:#0{0,6}(\d{1,6});?|#x0{0,6}([\da-f]{1,6});?|(amp|lt|gt|quot|apos);)/,
  /\\{1,8}|\0/,
].map(({ source }) => source);
const IN_BYTES = new RegExp(ESCAPES.join('|'), 'gi');
const IN_TEXT = new RegExp([...ESCAPES, '[^\\0-\\x7f]+'].join('|'), 'giu');
/** Searching each takes a tenth of the time of a pattern. */
const MARKS = ['\\', '%', '&', '\0'];
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Decodes escapes, drops backslashes and the null bytes of UTF-16, and ignores letter case; non-ASCII characters are their UTF-8 bytes.
 * @param isBytes true for bytes as Latin-1, which are in UTF-8 already
 */
export function foldText(text: string, isBytes = false): FoldedText {
  const escapes = isBytes ? IN_BYTES : IN_TEXT;
  const isPlain = !MARKS.some((mark) => text.includes(mark)) && (isBytes || /^[\0-\x7f]*$/.test(text));
  const decoded = isPlain ? text : text.replace(escapes, (...match: string[]) => decode(match));
  let origins: Origins | undefined;
  return {
    text: lowerCase(decoded),
    originOf(start, end) {
      origins ??= originsOf(text, escapes);
      return { start: origins.starts[start] ?? text.length, end: origins.ends[end - 1] ?? text.length };
    },
  };
}

/** Of each folded character, where in the text it starts and ends. */
interface Origins {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function originsOf(text: string, escapes: RegExp): Origins {
  const starts: number[] = [];
  const ends: number[] = [];
  let position = 0;
  // What is dropped, as a backslash, belongs to the character after it.
  let start = 0;
  for (const match of [...text.matchAll(escapes), undefined]) {
    for (const to = match?.index ?? text.length; position < to; start = position) {
      starts.push(start);
      ends.push(++position);
    }
    if (!match) break;
    position += match[0].length;
    const decoded = decode(match);
    for (const _ of decoded) {
      starts.push(start);
      ends.push(position);
    }
    if (decoded !== '') start = position;
  }
  return { starts, ends };
}

function decode([whole = '', units, byte, percent, decimal, hex, entity]: readonly (string | undefined)[]): string {
  if (whole === '\\' || whole === '\0') return '';
  const written = decodeByte(byte ?? percent) ?? decodeUnits(units) ?? decodePoint(decimal, hex);
  return (written ?? ENTITIES.get(entity?.toLowerCase() ?? '') ?? utf8(whole)).replace(/[\\\0]/g, '');
}

function decodeByte(digits: string | undefined): string | undefined {
  return digits === undefined ? undefined : String.fromCharCode(Number.parseInt(digits, 16));
}

/** Decodes one UTF-16 code unit, or two that are a pair. */
function decodeUnits(units: string | undefined): string | undefined {
  if (units === undefined) return undefined;
  return utf8(String.fromCharCode(...units.split(/\\+u/i).map((unit) => Number.parseInt(unit, 16))));
}

function decodePoint(decimal: string | undefined, hex: string | undefined): string | undefined {
  if (decimal === undefined && hex === undefined) return undefined;
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return point > 0x10ffff ? '' : utf8(String.fromCodePoint(point));
}

function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The bytes of UTF-8 as Latin-1, whose length stays the same; a plus is a space in forms. */
function lowerCase(text: string): string {
  return text.toLowerCase().replaceAll('+', ' ');
}
