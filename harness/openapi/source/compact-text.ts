import { isAscii } from 'node:buffer';

/** A text as V8 keeps it with one byte for each character, where it would take two. */
export interface CompactText {
  readonly text: string;
  /** Returns what a part of the text stands for. */
  read(part: string): string;
  /** Returns the length of what is between two places, neither of which is within a character. */
  lengthBetween(start: number, end: number): number;
}

/** Takes the bytes of UTF-8 for characters, unless all are ASCII anyway: most of a large document are spaces. */
export function compactText(utf8: Buffer): CompactText {
  const text = utf8.toString('latin1');
  return isAscii(utf8)
    ? { text, read: (part) => part, lengthBetween: (start, end) => end - start }
    : new Utf8Text(text);
}

class Utf8Text implements CompactText {
  readonly text: string;
  /** Where characters beyond ASCII end, and how many more bytes than characters the text has until there. */
  private surplus: { readonly ends: readonly number[]; readonly counts: readonly number[] } | undefined;

  constructor(text: string) {
    this.text = text;
  }

  read(part: string): string {
    return /[\x80-\xff]/.test(part) ? Buffer.from(part, 'latin1').toString() : part;
  }

  lengthBetween(start: number, end: number): number {
    return end - start - this.surplusUntil(end) + this.surplusUntil(start);
  }

  /** A document may be one line, so that counting from its beginning would take long for each place. */
  private surplusUntil(offset: number): number {
    this.surplus ??= this.findSurplus();
    const { ends, counts } = this.surplus;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return counts[low - 1] ?? 0;
  }

  private findSurplus() {
    const ends: number[] = [];
    const counts: number[] = [];
    let count = 0;
    for (const { 0: bytes, index } of this.text.matchAll(/[\x80-\xff]+/g)) {
      count += bytes.length - this.read(bytes).length;
      ends.push(index + bytes.length);
      counts.push(count);
    }
    return { ends, counts };
  }
}
