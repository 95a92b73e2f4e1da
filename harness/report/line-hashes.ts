/** Length of the text that identifies a line, without spaces and tabs. */
const BLOCK_CHARACTERS = 100;
const BASE = 37n;
const END_OF_FILE = 0xffff;
const LINE_FEED = 10;

/**
 * Returns the `primaryLocationLineHash` of each line, as GitHub code scanning computes it to recognize a result in a changed file: a
 * polynomial modulo 2^64 over the characters from the start of the line, and the number of the line among those with the same hash.
 */
export function lineHashes(text: string): string[] {
  const codes = characterCodes(text);
  const counts = new Map<string, number>();
  return lineStarts(codes).map((start) => {
    const hash = blockHash(codes, start).toString(16);
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return `${hash}:${count}`;
  });
}

/** Drops spaces and tabs, normalizes line ends, and marks the end. */
function characterCodes(text: string): number[] {
  const significant = text.replace(/\r\n?/g, '\n').replace(/[ \t]/g, '');
  return [...Array.from({ length: significant.length }, (_, index) => significant.charCodeAt(index)), END_OF_FILE];
}

function lineStarts(codes: readonly number[]): number[] {
  return codes.flatMap((_, index) => (index === 0 || codes[index - 1] === LINE_FEED ? [index] : []));
}

function blockHash(codes: readonly number[], start: number): bigint {
  let hash = 0n;
  for (let index = start; index < start + BLOCK_CHARACTERS; index++)
    hash = BigInt.asUintN(64, hash * BASE + BigInt(codes[index] ?? 0));
  return hash;
}
