/** A JSON number that is not exact, or not written the same, as a double; kept as its source text (RFC 8259 section 6). */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** A JSON value in which every number is exact: a double that prints as its source text, or an {@link ExactNumber}. */
export type JsonValue = null | boolean | number | ExactNumber | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [property: string]: JsonValue;
}

/** A position in a source file: 1-based line and column. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
