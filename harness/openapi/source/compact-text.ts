/** A text as V8 keeps it with one byte for each character, where it would take two. */
export interface CompactText {
  readonly text: string;
  /** Returns what a part of the text stands for. */
  read(part: string): string;
}

/** Takes the bytes of UTF-8 for characters if one of the text is beyond Latin-1: most of a large document are spaces. */
export function compactText(text: string): CompactText {
  if (!/[^\0-\xff]/.test(text)) return { text, read: (part) => part };
  return { text: Buffer.from(text).toString('latin1'), read: fromBytes };
}

function fromBytes(part: string): string {
  return /[\x80-\xff]/.test(part) ? Buffer.from(part, 'latin1').toString() : part;
}
