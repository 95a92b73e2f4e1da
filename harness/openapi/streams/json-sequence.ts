import { tryParseJson } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import { isBlank } from './json-lines.ts';
import type { FramingProblem, StreamInput, StreamItem, StreamReading } from './stream-reading.ts';

const SOURCE = 'RFC 7464 section 2';
/** RS, which begins each item. */
export const RECORD_SEPARATOR = 0x1e;

/** Reads JSON text sequences: each text after a record separator; several separators in a row are one (RFC 7464 section 2.1). */
export function readJsonSequence({ body, isCut }: StreamInput): StreamReading {
  const items: StreamItem[] = [];
  const problems: FramingProblem[] = [];
  const first = body.indexOf(RECORD_SEPARATOR);
  const before = body.subarray(0, first === -1 ? body.length : first);
  if (!isBlank(before))
    problems.push({ item: undefined, message: 'does not begin with a record separator (0x1E)', source: `${SOURCE}.1` });
  for (let start = first; start !== -1; ) {
    const next = body.indexOf(RECORD_SEPARATOR, start + 1);
    const text = body.subarray(start + 1, next === -1 ? body.length : next);
    start = next;
    if (isBlank(text) || (next === -1 && isCut)) continue;
    const parsed = tryParseJson(text);
    items.push({ value: 'value' in parsed ? parsed.value : undefined });
    const message = 'error' in parsed ? `is not JSON: ${parsed.error.message}` : mayBeTruncated(parsed.value, text);
    if (message !== undefined) problems.push({ item: items.length, message, source: SOURCE });
  }
  return { items, problems };
}

/** A number, `true`, `false` or `null` without white space after it may be the beginning of another (RFC 7464 section 2.4). */
function mayBeTruncated(value: JsonValue, text: Uint8Array): string | undefined {
  const isDelimited = typeof value === 'string' || Array.isArray(value) || text.at(-1) === 0x7d;
  if (isDelimited || isBlank(text.subarray(-1))) return undefined;
  return 'has no line feed after it: parsers drop it';
}
