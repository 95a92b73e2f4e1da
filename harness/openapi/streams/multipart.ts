import { stringifyJson, tryParseJson } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import { isJsonType, parseMediaType } from '../media-type.ts';
import type { FramingProblem, StreamInput, StreamItem, StreamReading } from './stream-reading.ts';

const SOURCE = 'RFC 2046 section 5.1.1';

/** Reads the parts of a multipart body: JSON as a value, text as a string; what is before and after them is ignored. */
export function readMultipartStream({ body, isCut, contentType }: StreamInput): StreamReading {
  const boundary = parseMediaType(contentType)?.parameters.get('boundary');
  if (!boundary) return failed('has no boundary in its Content-Type');
  // One character per byte: the delimiters are ASCII.
  const text = `\r\n${Buffer.from(body).toString('latin1')}`;
  const delimiter = `\r\n--${boundary}`;
  const starts = offsetsOf(text, delimiter);
  if (starts.length === 0) return isCut ? { items: [], problems: [] } : failed(missing(text, boundary));
  const items: StreamItem[] = [];
  const problems: FramingProblem[] = [];
  let isClosed = false;
  for (const [index, start] of starts.entries()) {
    const from = start + delimiter.length;
    isClosed = text.startsWith('--', from);
    const end = starts[index + 1];
    if (isClosed || (end === undefined && isCut)) break;
    const { value, problem } = readPart(text.slice(from, end));
    items.push({ value });
    if (problem !== undefined) problems.push({ item: items.length, message: problem, source: SOURCE });
  }
  if (!isClosed && !isCut)
    problems.push({ item: undefined, message: `does not end with --${boundary}--`, source: SOURCE });
  return { items, problems };
}

function failed(message: string): StreamReading {
  return { items: [], problems: [{ item: undefined, message, source: SOURCE }] };
}

function missing(text: string, boundary: string): string {
  return text.includes(`\n--${boundary}`)
    ? 'has lines that end with LF alone: those around a boundary end with CR LF'
    : `has no line --${boundary}`;
}

function offsetsOf(text: string, delimiter: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + delimiter.length))
    if (/^(--)?[ \t]*(\r\n|$)/.test(text.slice(at + delimiter.length, at + delimiter.length + MAX_PADDING)))
      offsets.push(at);
  return offsets;
}

/** White space after a boundary, which transport may have added. */
const MAX_PADDING = 80;

/** @param part from the end of its delimiter */
function readPart(part: string): { readonly value: JsonValue | undefined; readonly problem?: string } {
  const [, headers = '', content] = /^[ \t]*\r\n((?:[^\r\n]+\r\n)*)\r\n([\s\S]*)$/.exec(part) ?? [];
  if (content === undefined) return { value: undefined, problem: 'has no empty line between its headers and its body' };
  const type = /^content-type:[ \t]*(.*)\r$/im.exec(headers)?.[1] ?? 'text/plain';
  const bytes = Buffer.from(content, 'latin1');
  if (!isJsonType(type)) return { value: /^text\//i.test(type) ? bytes.toString() : undefined };
  const parsed = tryParseJson(bytes);
  if ('value' in parsed) return parsed;
  return { value: undefined, problem: `is not JSON, as its Content-Type says: ${parsed.error.message}` };
}

/** Writes a value as a part, after its delimiter. */
export function writePart(value: JsonValue, boundary: string, contentType: string): string {
  const isText = typeof value === 'string' && !isJsonType(contentType);
  return `--${boundary}\r\ncontent-type: ${contentType}\r\n\r\n${isText ? value : stringifyJson(value)}\r\n`;
}
