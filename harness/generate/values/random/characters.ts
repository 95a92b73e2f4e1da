import type { Random } from 'fast-check';

/** Inclusive ranges of assigned code points. */
type CodePointRanges = readonly (readonly [first: number, last: number])[];

const ALPHANUMERIC: CodePointRanges = [
  [0x61, 0x7a],
  [0x41, 0x5a],
  [0x30, 0x39],
];

/** Allowed in headers and cookies without quoting (RFC 9110 section 5.6.2, RFC 6265 section 4.1.1). */
const TOKEN: CodePointRanges = [...ALPHANUMERIC, [0x2d, 0x2e], [0x5f, 0x5f]];

/** Space, quotes, brackets, slashes, percent: printable ASCII except letters and digits. */
const ASCII_PUNCTUATION: CodePointRanges = [
  [0x20, 0x2f],
  [0x3a, 0x40],
  [0x5b, 0x60],
  [0x7b, 0x7e],
];

const SCRIPTS: CodePointRanges = [
  [0xc0, 0xd6], // accented Latin
  [0x300, 0x36f], // combining marks
  [0x3b1, 0x3c9], // Greek
  [0x410, 0x44f], // Cyrillic
  [0x5d0, 0x5ea], // Hebrew
  [0x627, 0x63a], // Arabic
  [0x905, 0x939], // Devanagari
  [0x3041, 0x3096], // Hiragana
  [0x4e00, 0x9fa5], // Han
  [0xac00, 0xd7a3], // Hangul
  [0x1d400, 0x1d454], // mathematical letters: astral
  [0x1f600, 0x1f64f], // emoji: astral
  [0x20000, 0x2a6d6], // Han, extension B: astral
];

/** Unspecified without a pattern: control and invisible characters, lone surrogates, noncharacters. */
const UNSPECIFIED_CHARACTERS: CodePointRanges = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x2028, 0x202e],
  [0xd800, 0xdfff],
  [0xe000, 0xe010],
  [0xfdd0, 0xfdef],
  [0xfeff, 0xfeff],
  [0xfffe, 0xffff],
  [0x1fffe, 0x1ffff],
];

/** `token`: safe in every request location; `text`: allowed in any string; `open`: also unspecified characters. */
export type CharacterSet = 'token' | 'text' | 'open';

/** One list of ranges is chosen per string, so that some strings are alphanumeric throughout. */
const CHARACTER_SETS: Readonly<Record<CharacterSet, readonly (readonly CodePointRanges[])[]>> = {
  token: [[TOKEN]],
  text: [
    [ALPHANUMERIC],
    [ALPHANUMERIC, ASCII_PUNCTUATION],
    [ASCII_PUNCTUATION],
    [ALPHANUMERIC, ASCII_PUNCTUATION, SCRIPTS],
    [SCRIPTS],
  ],
  open: [
    [UNSPECIFIED_CHARACTERS],
    [ALPHANUMERIC, UNSPECIFIED_CHARACTERS],
    [ALPHANUMERIC, ASCII_PUNCTUATION, SCRIPTS, UNSPECIFIED_CHARACTERS],
    [ALPHANUMERIC],
  ],
};

/** Returns a random string of `size` code points. */
export function randomString(random: Random, characters: CharacterSet, size: number): string {
  const palette = oneOf(random, CHARACTER_SETS[characters]);
  let text = '';
  for (let index = 0; index < size; index++) {
    const [first, last] = oneOf(random, oneOf(random, palette));
    text += String.fromCodePoint(random.nextInt(first, last));
  }
  return text;
}

function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[random.nextInt(0, list.length - 1)] as T;
}
