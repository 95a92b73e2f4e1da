/** Runs of one byte of at least this length are written as a count, so that a megabyte of padding is a short command. */
const MIN_RUN_BYTES = 256;

const ESCAPES: Readonly<Record<number, string>> = {
  9: '\\t',
  10: '\\n',
  13: '\\r',
  37: '%%',
  39: '\\047',
  92: '\\\\',
};

/**
 * Quotes text as one word of a POSIX shell, with nothing in it expanded (POSIX 2.2.2). `##[`, which would start a command of a CI system
 * in its log, is quoted in two parts.
 */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''").replace(/##(?=\w*\[)/g, "#''#")}'`;
}

/** Quotes text whose characters are sent as single bytes, as in header fields (RFC 9110 5.5). */
export function quoteLatin1(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return quote(text);
  return `"$(printf ${format(latin1(text))})"`;
}

/** Returns whether the text has no invisible characters, and none that a terminal acts on. */
export function isPrintable(text: string): boolean {
  return !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

/** Returns a command for sh, bash and zsh that writes exactly these bytes to its standard output. */
export function printfCommand(bytes: Uint8Array): string {
  const commands = pieces(bytes).map((piece) =>
    piece.run
      ? `head -c ${piece.bytes.length} /dev/zero | tr '\\000' '${octal(piece.bytes[0] ?? 0)}'`
      : `printf ${format(piece.bytes)}`,
  );
  return commands.length === 1 ? commands.join('') : `{ ${commands.join('; ')}; }`;
}

/** Returns whether {@link printfCommand} writes a part of these bytes as a count. */
export function hasLongRun(bytes: Uint8Array): boolean {
  return pieces(bytes).some((piece) => piece.run);
}

interface Piece {
  readonly run: boolean;
  readonly bytes: Uint8Array;
}

function pieces(bytes: Uint8Array): Piece[] {
  const result: Piece[] = [];
  let literal = 0;
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    while (end < bytes.length && bytes[end] === bytes[start]) end++;
    if (end - start < MIN_RUN_BYTES) continue;
    if (literal < start) result.push({ run: false, bytes: bytes.subarray(literal, start) });
    result.push({ run: true, bytes: bytes.subarray(start, end) });
    literal = end;
  }
  if (literal < bytes.length || bytes.length === 0) result.push({ run: false, bytes: bytes.subarray(literal) });
  return result;
}

/**
 * Returns a quoted format of printf for the bytes. Octal, since `\x` and `$'..'` are not in POSIX; a leading `-` would be an option.
 */
function format(bytes: Uint8Array): string {
  const text = utf8(bytes);
  const escaped =
    text === undefined
      ? Array.from(bytes, escapeByte).join('')
      : Array.from(text, (character) =>
          character > '\x7e' && isPrintable(character) ? character : escapeCharacter(character),
        ).join('');
  return `'${escaped.replace(/^-/, '\\055').replace(/##(?=\w*\[)/g, '\\043#')}'`;
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
