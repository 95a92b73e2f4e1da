import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, MediaType, Operation, StreamItems } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import { contentSchemas } from '../../openapi/streams/event-data.ts';
import { readStream } from '../../openapi/streams/read-stream.ts';
import { type StreamWriter, streamWriter } from '../../openapi/streams/write-stream.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';
import type { PrismEngine } from '../prism/prism-engine.ts';
import type { MockResponse } from '../types.ts';
import type { Preferences } from './prefer-header.ts';
import { overrideHeaders } from './response-headers.ts';

/** How long streams are, and how fast. */
export interface StreamSettings {
  /** Number of items; undefined: as many as the document has examples, else three. */
  readonly items: number | 'endless' | undefined;
  /** Between two items. */
  readonly intervalMs: number;
  /** Waits; ends early if the mock closes. */
  readonly wait: (delayMs: number) => Promise<void>;
}

export type StreamType = MediaType & { readonly stream: StreamItems };

const DEFAULT_ITEMS = 3;
/** An endless stream without a pace would take all the time of the mock. */
const ENDLESS_INTERVAL_MS = 1000;
/** Items that are kept; later ones are like the first. */
const MAX_ITEMS = 1000;

/** Responds with streams, whose items are examples of the document or made up. */
export class StreamResponder {
  private readonly contract: Contract;
  private readonly engine: PrismEngine;
  private readonly settings: StreamSettings;
  private readonly sources = new WeakMap<MediaType, Map<string, ItemSource>>();

  constructor(contract: Contract, engine: PrismEngine, settings: StreamSettings) {
    this.contract = contract;
    this.engine = engine;
    this.settings = settings;
  }

  /** @returns undefined if the response is no stream */
  respond(
    { headers }: ReceivedRequest,
    operation: Operation,
    negotiated: NegotiatedResponse,
    { items = this.settings.items, intervalMs, example, seed = '' }: Preferences,
  ): MockResponse | undefined {
    const { content, mediaType } = negotiated;
    if (!content || !isStream(content) || mediaType === undefined) return undefined;
    const key = `${operation.id} ${negotiated.status} ${seed} ${example}`;
    const source = this.sourceOf(content, key, example);
    const start = source.indexAfter(headers['last-event-id']);
    const chosen: Sent = {
      count: items === 'endless' ? Number.POSITIVE_INFINITY : (items ?? source.length ?? DEFAULT_ITEMS),
      intervalMs: intervalMs ?? this.settings.intervalMs,
      at: (index) => source.at(start + index),
    };
    return this.send(negotiated, streamWriter(content.stream.format, mediaType), chosen);
  }

  /** Sends the given items as they are, in place of those of a stream. */
  sendItems(
    response: Pick<MockResponse, 'status' | 'headers'>,
    content: StreamType,
    items: readonly JsonValue[],
    intervalMs: number = this.settings.intervalMs,
  ): MockResponse {
    const at = (index: number) => toItem(content.stream, items[index] ?? null);
    return this.send(response, streamWriter(content.stream.format, content.type), {
      count: items.length,
      intervalMs,
      at,
    });
  }

  private send(
    { status, headers }: Pick<MockResponse, 'status' | 'headers'>,
    writer: StreamWriter,
    { count, intervalMs, at }: Sent,
  ): MockResponse {
    const typed = overrideHeaders(headers, [
      ['content-type', writer.contentType],
      ['cache-control', 'no-cache'],
    ]);
    const isEndless = count === Number.POSITIVE_INFINITY;
    const first = Array.from({ length: isEndless ? 1 : count }, (_, index) => writer.item(at(index)));
    const body = Buffer.concat(isEndless ? first : [...first, writer.end]);
    if (intervalMs === 0 && !isEndless) return { status, headers: typed, body };
    const { wait } = this.settings;
    const paceMs = intervalMs === 0 ? ENDLESS_INTERVAL_MS : intervalMs;
    function* chunks(): Generator<Uint8Array> {
      for (let index = 0; index < count; index++) {
        const isLast = index === count - 1;
        yield isLast ? Buffer.concat([writer.item(at(index)), writer.end]) : writer.item(at(index));
      }
    }
    return { status, headers: typed, body, stream: { chunks: chunks(), pause: () => wait(paceMs) } };
  }

  private sourceOf(content: StreamType, key: string, example: string | undefined): ItemSource {
    const sources = this.sources.get(content) ?? new Map<string, ItemSource>();
    this.sources.set(content, sources);
    const source = sources.get(key) ?? this.createSource(content, key, example);
    if (sources.size < MAX_ITEMS) sources.set(key, source);
    return source;
  }

  private createSource(content: StreamType, key: string, example: string | undefined): ItemSource {
    const examples = exampleItems(content, example);
    if (examples) return new ItemSource((index) => examples[index % examples.length] ?? null, examples.length);
    return new ItemSource((index) => this.makeUp(content.stream, `${key} ${index}`, index), undefined);
  }

  private makeUp(stream: StreamItems, key: string, index: number): JsonValue {
    const value = stream.schema === undefined ? undefined : this.engine.plausible.value(stream.schema, { key, index });
    if (stream.format !== 'event-stream') return value ?? { item: index + 1 };
    if (stream.schema === undefined || value === undefined)
      return { id: String(index + 1), data: `event ${index + 1}` };
    if (stream.describes === 'data') return { id: String(index + 1), data: stringifyJson(value) };
    return isObject(value) ? this.eventOf(stream.schema, value, key, index) : { data: value };
  }

  /** Completes an event: JSON in its data where the document describes that, a number as its id, and no time to reconnect. */
  private eventOf(schema: string, made: JsonObject, key: string, index: number): JsonObject {
    const [content] = contentSchemas(this.contract, schema, made, 'data');
    const data =
      content === undefined ? undefined : this.engine.plausible.value(content, { key: `${key} data`, index });
    const { retry: _, ...withoutRetry } = made;
    return this.valid(
      schema,
      [
        ...(data === undefined ? [] : [{ data: stringifyJson(data) }]),
        ...(made['data'] === undefined ? [{ data: `event ${index + 1}` }] : []),
        { id: String(index + 1) },
      ],
      this.accepts(schema, withoutRetry) ? withoutRetry : made,
    );
  }

  /** Makes each change that leaves the value valid. */
  private valid(schema: string, changes: readonly JsonObject[], made: JsonObject): JsonObject {
    let value = made;
    for (const change of changes) {
      const changed = { ...value, ...change };
      if (this.accepts(schema, changed)) value = changed;
    }
    return value;
  }

  private accepts(schema: string, value: JsonValue): boolean {
    return this.contract.schemas.accepts(schema, value, 'response');
  }
}

interface Sent {
  readonly count: number;
  readonly intervalMs: number;
  readonly at: (index: number) => JsonValue;
}

/** The items of a stream by their position; each is made once. */
class ItemSource {
  /** Number of items that the document has; undefined if they are made up. */
  readonly length: number | undefined;
  private readonly make: (index: number) => JsonValue;
  private readonly made: JsonValue[] = [];

  constructor(make: (index: number) => JsonValue, length: number | undefined) {
    this.make = make;
    this.length = length;
  }

  at(index: number): JsonValue {
    if (index >= MAX_ITEMS) return this.make(index);
    for (let next = this.made.length; next <= index; next++) this.made.push(this.make(next));
    return this.made[index] ?? null;
  }

  /** Position after the event that a client names as its last one (WHATWG HTML 9.2.4); 0 if there is none. */
  indexAfter(lastEventId: string | readonly string[] | undefined): number {
    if (lastEventId === undefined) return 0;
    const found = this.made.findIndex((item) => isObject(item) && item['id'] === lastEventId);
    if (found !== -1) return found + 1;
    return this.length === undefined && /^\d{1,9}$/.test(String(lastEventId)) ? Number(lastEventId) : 0;
  }
}

export function isStream(content: MediaType): content is StreamType {
  return content.stream !== undefined;
}

/** The items of an example: a list, or the text of a stream. @returns undefined if there is none */
function exampleItems({ examples, stream, type }: StreamType, name: string | undefined): JsonValue[] | undefined {
  const example = name === undefined ? examples[0] : examples.find((each) => each.name === name);
  if (!example) return undefined;
  const { value } = example;
  const items = typeof value === 'string' ? readText(stream, type, value) : Array.isArray(value) ? value : [value];
  return items.length > 0 ? items.map((item) => toItem(stream, item)) : undefined;
}

function readText({ format }: StreamItems, contentType: string, text: string): JsonValue[] {
  // An example of one event may lack the empty line after it; more of them separate nothing.
  const whole = format === 'event-stream' ? `${text}\n\n` : text;
  const { items } = readStream(format, { body: Buffer.from(whole), isCut: false, contentType });
  return items.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

/** Returns what is written for an item: of a schema that describes the data of events, an event with the item as JSON. */
function toItem({ format, describes }: StreamItems, item: JsonValue): JsonValue {
  if (format !== 'event-stream') return item;
  if (isObject(item) && (describes === 'item' || typeof item['data'] === 'string')) return item;
  return { data: typeof item === 'string' ? item : stringifyJson(item) };
}
