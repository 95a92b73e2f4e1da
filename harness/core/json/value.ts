/** A JSON number whose exact value a double cannot hold, or whose spelling matters; kept as its source text (RFC 8259 section 6). */
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
  [member: string]: JsonValue;
}

/** A place in a source file: 1-based line and column. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
