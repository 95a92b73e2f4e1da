/** Runs of one byte at least this long are written as a count, so that a megabyte of padding stays one short command. */
const LONG_RUN = 256;

const ESCAPES: Readonly<Record<number, string>> = {
  9: '\\t',
  10: '\\n',
  13: '\\r',
  37: '%%',
  39: '\\047',
  92: '\\\\',
};

/** The text as one word of a POSIX shell, with nothing in it expanded (POSIX 2.2.2). */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** As {@link quote}, for text whose characters are single bytes on the wire, as in header fields (RFC 9110 5.5). */
export function quoteLatin1(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return quote(text);
  return `"$(printf ${format(latin1(text))})"`;
}

/** True where the text can stand in a command as it is: nothing invisible, and nothing that a terminal acts on. */
export function isPrintableAscii(text: string): boolean {
  return !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

/** A command that writes these bytes, and no others, to its standard output, in sh, bash and zsh alike. */
export function printfCommand(bytes: Uint8Array): string {
  const commands = pieces(bytes).map((piece) =>
    piece.run
      ? `head -c ${piece.bytes.length} /dev/zero | tr '\\000' '${octal(piece.bytes[0] ?? 0)}'`
      : `printf ${format(piece.bytes)}`,
  );
  return commands.length === 1 ? commands.join('') : `{ ${commands.join('; ')}; }`;
}

/** True where {@link writeBytes} would write a part of these bytes as a count. */
export function hasLongRunWithoutSpaces(bytes: Uint8Array): boolean {
  return pieces(bytes).some((piece) => piece.run);
}

interface Piece {
  readonly run: boolean;
  readonly bytes: Uint8Array;
}

function pieces(bytes: Uint8Array): Piece[] {
  const found: Piece[] = [];
  let literal = 0;
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    while (end < bytes.length && bytes[end] === bytes[start]) end++;
    if (end - start < LONG_RUN) continue;
    if (literal < start) found.push({ run: false, bytes: bytes.subarray(literal, start) });
    found.push({ run: true, bytes: bytes.subarray(start, end) });
    literal = end;
  }
  if (literal < bytes.length || bytes.length === 0) found.push({ run: false, bytes: bytes.subarray(literal) });
  return found;
}

/**
 * A quoted format of printf that stands for the bytes. Octal, since `\x` and `$'..'` are no part of POSIX and dash has neither;
 * a leading `-` would read as an option.
 */
function format(bytes: Uint8Array): string {
  const text = utf8(bytes);
  const written =
    text === undefined
      ? Array.from(bytes, escapeByte).join('')
      : Array.from(text, (character) =>
          character > '\x7e' && isPrintableAscii(character) ? character : escapeCharacter(character),
        ).join('');
  return `'${written.replace(/^-/, '\\055')}'`;
}

function escapeCharacter(character: string): string {
  return Array.from(Buffer.from(character), escapeByte).join('');
}

function escapeByte(byte: number): string {
  return ESCAPES[byte] ?? (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : octal(byte));
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

function utf8(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

function latin1(text: string): Uint8Array {
  return Buffer.concat(
    Array.from(text, (character) => Buffer.from(character, character <= '\xff' ? 'latin1' : 'utf8')),
  );
}
