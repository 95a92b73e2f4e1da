import type { JsonValue } from '../../core/model.ts';

/** One item of a stream. */
export interface StreamItem {
  /** Undefined if it is no value that a schema can describe: malformed, or bytes of a part that is no text. */
  readonly value: JsonValue | undefined;
}

/** What is wrong with how a stream is framed. */
export interface FramingProblem {
  /** Number of the item, from 1; undefined for the stream as a whole. */
  readonly item: number | undefined;
  /** What is wrong, as the predicate of `item 3` or `the stream`: `is not JSON: …`. */
  readonly message: string;
  /** The section that says so. */
  readonly source: string;
  /** True if clients lose nothing that they could not do without. */
  readonly isMinor?: boolean;
}

export interface StreamReading {
  readonly items: readonly StreamItem[];
  readonly problems: readonly FramingProblem[];
}

/** How a body is to be read as a stream. */
export interface StreamInput {
  readonly body: Uint8Array;
  /** True if reading ended before the stream did: what its end lacks proves nothing. */
  readonly isCut: boolean;
  /** Value of Content-Type, which has the boundary of multipart. */
  readonly contentType: string;
}

/** Returns bytes as text. @returns undefined if they are not UTF-8; a character that is cut at the end is left out */
export function decodeText(
  { body, isCut }: Pick<StreamInput, 'body' | 'isCut'>,
  ignoreBOM = false,
): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM }).decode(body, { stream: isCut });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
