/** Strings that every Unicode encoding can hold: no control character, lone surrogate or noncharacter (Unicode section 23.7). */
const PORTABLE_TEXT = /^[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]*$/u;

/** Characters missing in common encodings: all except ASCII, all except Latin-1, all beyond the Basic Multilingual Plane. */
const UNENCODABLE = [/[^\0-\x7f]/gu, /[^\0-\xff]/gu, /[^\0-\uffff]/gu];

/** Windows-1252 from 0x80 to 0x9F; the decoder of Node 20 reads these bytes as Latin-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** What encoders write for a character that they cannot encode. */
const REPLACEMENT_CHARACTERS = ['?', '\ufffd'];

/**
 * Describes mojibake: UTF-8 decoded as another encoding, or text stored in an encoding with fewer characters.
 * @returns undefined if the received string can have another origin
 */
export function detectEncodingLoss(sent: string, received: string): string | undefined {
  if (received === sent || !PORTABLE_TEXT.test(sent)) return undefined;
  const latin1 = Buffer.from(sent).toString('latin1');
  const windows1252 = latin1.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
  if (received === latin1 || received === windows1252)
    return 'was decoded as Latin-1 instead of UTF-8 (RFC 8259 section 8.1)';
  if (!REPLACEMENT_CHARACTERS.some((replacement) => received.includes(replacement))) return undefined;
  const isLossy = UNENCODABLE.some((characters) =>
    REPLACEMENT_CHARACTERS.some((replacement) => replaced(sent, characters, replacement).includes(received)),
  );
  return isLossy ? 'lost characters in a narrower encoding' : undefined;
}

/** Returns the text with one replacement for each character, each UTF-16 code unit, or each byte. */
function replaced(text: string, characters: RegExp, replacement: string): string[] {
  const replaceEach = (count: (character: string) => number) =>
    text.replace(characters, (character) => replacement.repeat(count(character)));
  const all = [
    replaceEach(() => 1),
    replaceEach(({ length }) => length),
    replaceEach((character) => Buffer.byteLength(character)),
  ];
  return all.filter((candidate) => candidate !== text);
}
