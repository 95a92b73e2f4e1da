import { parseNumber, stringifyJson } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { truncate } from '../../core/util/truncate.ts';
import {
  decodeText,
  type FramingProblem,
  type StreamInput,
  type StreamItem,
  type StreamReading,
} from './stream-reading.ts';

const SOURCE = 'WHATWG HTML 9.2';
/** What a line that was meant to be a field begins with. */
const FIELD_LIKE = /^[A-Za-z][\w-]*(:|$)/;
const MAX_EXCERPT = 60;

/**
 * Reads an event stream as browsers do (WHATWG HTML 9.2.6). Each item has the fields that the event has: `data`, its lines joined,
 * `event` and `id` as strings, `retry` as a number. Events without data reach nobody, comments and unknown fields are ignored.
 */
export function readEventStream(input: StreamInput): StreamReading {
  const text = decodeText(input);
  if (text === undefined)
    return { items: [], problems: [{ item: undefined, message: 'is not UTF-8', source: SOURCE }] };
  const items: StreamItem[] = [];
  const problems: FramingProblem[] = [];
  let event = new PendingEvent();
  let ignored: string | undefined;
  const lines = text.split(/\r\n|\n|\r/);
  const rest = lines.pop() ?? '';
  for (const line of lines) {
    if (line !== '') {
      if (!event.add(line) && !FIELD_LIKE.test(line)) ignored ??= line;
      continue;
    }
    if (event.fields !== undefined) items.push({ value: event.fields });
    event = new PendingEvent();
  }
  if (ignored !== undefined) problems.push(ignoredLine(ignored, items.length));
  if (!input.isCut) {
    if (rest !== '') event.add(rest);
    if (event.fields !== undefined) problems.push(lostEvent(items.length + 1));
  }
  return { items, problems };
}

/** Such a line is a field of an unknown name, which clients ignore: if there is nothing else, the stream is something else. */
function ignoredLine(line: string, events: number): FramingProblem {
  const message = `has a line that is no field of an event, and that clients ignore: ${JSON.stringify(truncate(line, MAX_EXCERPT))}`;
  return { item: undefined, message, source: `${SOURCE}.6`, isMinor: events > 0 };
}

function lostEvent(item: number): FramingProblem {
  const message = 'is not ended by an empty line: clients discard it';
  return { item, message, source: `${SOURCE}.6`, isMinor: true };
}

/** The fields of an event since the last empty line. */
class PendingEvent {
  private readonly data: string[] = [];
  private readonly others: JsonObject = {};

  /** The event; undefined if clients do not dispatch one. */
  get fields(): JsonObject | undefined {
    return this.data.length === 0 ? undefined : { ...this.others, data: this.data.join('\n') };
  }

  /** Adds a line. @returns false if it is neither a field nor a comment */
  add(line: string): boolean {
    const colon = line.indexOf(':');
    if (colon === 0) return true;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.data.push(value);
    else if (name === 'event') this.others['event'] = value;
    else if (name === 'id') this.setId(value);
    else if (name === 'retry') this.setRetry(value);
    else return false;
    return true;
  }

  private setId(value: string): void {
    if (!value.includes('\0')) this.others['id'] = value;
  }

  private setRetry(value: string): void {
    if (/^\d+$/.test(value)) this.others['retry'] = parseNumber(value.replace(/^0+(?=\d)/, ''));
  }
}

/** Writes an event by its fields; data of several lines as several fields. */
export function writeEvent(event: JsonObject): string {
  const lines: string[] = [];
  for (const name of ['id', 'event', 'retry'] as const) {
    const value = event[name];
    if (value !== undefined && value !== null) lines.push(`${name}: ${singleLine(value)}`);
  }
  for (const line of textOf(event['data'] ?? '').split(/\r\n|\n|\r/)) lines.push(`data: ${line}`);
  return `${lines.join('\n')}\n\n`;
}

function singleLine(value: JsonValue): string {
  return textOf(value).replace(/[\r\n\0]+/g, ' ');
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
