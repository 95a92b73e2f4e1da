import { tryParseJson } from '../../core/json/index.ts';
import type { FramingProblem, StreamInput, StreamItem, StreamReading } from './stream-reading.ts';

const SOURCE = 'https://jsonlines.org';
const LINE_FEED = 0x0a;

/** Reads JSON Lines: a JSON value a line, in UTF-8. Empty lines are ignored; the last line feed may be missing. */
export function readJsonLines({ body, isCut }: StreamInput): StreamReading {
  const items: StreamItem[] = [];
  const problems: FramingProblem[] = [];
  for (let start = 0; start < body.length; ) {
    const end = body.indexOf(LINE_FEED, start);
    if (end === -1 && isCut) break;
    const line = body.subarray(start, end === -1 ? body.length : end);
    start = end === -1 ? body.length : end + 1;
    if (isBlank(line)) continue;
    const parsed = tryParseJson(line);
    items.push({ value: 'value' in parsed ? parsed.value : undefined });
    if ('error' in parsed)
      problems.push({
        item: items.length,
        message: `is not JSON on one line: ${parsed.error.message}`,
        source: SOURCE,
      });
  }
  return { items, problems };
}

/** True for spaces, tabs and carriage returns only. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LINE_FEED);
}
