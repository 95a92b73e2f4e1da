/** About how much of a text is taken at once, in UTF-16 code units: that of a large document has millions. */
const MIN_PART = 65_536;
/** Nothing that is escaped or decoded as a whole goes on behind these characters. */
const BREAK = /[\n,"]/g;

/** Yields a text in parts, none of which ends within a character. */
export function* textParts(text: string): Generator<string> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    BREAK.lastIndex = start + MIN_PART;
    end = BREAK.test(text) ? BREAK.lastIndex : text.length;
    yield text.slice(start, end);
  }
}
