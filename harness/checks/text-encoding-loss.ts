/** What is neither a control character, a surrogate that stands alone nor a noncharacter (Unicode, section 23.7): any encoding of Unicode holds it. */
const UNICODE = /^[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]*$/u;

/** Characters that encodings in use lack: all but ASCII, all but Latin-1, all beyond the first plane. */
const UNENCODABLE = [/[^\0-\x7f]/gu, /[^\0-\xff]/gu, /[^\0-\uffff]/gu];

/** What Windows-1252 has in the place of the control characters from U+0080 on; the decoder of Node 20 reads them as Latin-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** What stands for a character that an encoding lacks. */
const REPLACEMENT_CHARACTERS = ['?', '\ufffd'];

/** Where UTF-8 is read as something else, or text is stored in an encoding with fewer characters: what became of it, in words. */
export function detectEncodingLoss(sent: string, back: string): string | undefined {
  if (back === sent || !UNICODE.test(sent)) return undefined;
  const misread = Buffer.from(sent).toString('latin1');
  const inWindows = misread.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
  if (back === misread || back === inWindows) return 'is UTF-8 that was read as Latin-1 (RFC 8259 section 8.1)';
  const isLost = UNENCODABLE.some((characters) =>
    REPLACEMENT_CHARACTERS.some((sign) => losses(sent, characters, sign).includes(back)),
  );
  return isLost ? 'lost characters that its encoding lacks' : undefined;
}

/** One sign for each character, for each of its UTF-16 units, or for each of its bytes. */
function losses(text: string, characters: RegExp, sign: string): string[] {
  const each = (size: (character: string) => number) =>
    text.replace(characters, (character) => sign.repeat(size(character)));
  const all = [each(() => 1), each(({ length }) => length), each((character) => Buffer.byteLength(character))];
  return all.filter((lost) => lost !== text);
}
