import { jsonEqual } from '../core/json/equal.ts';
import { isObject, stringifyJson } from '../core/json/index.ts';
import type { JsonValue, MediaType } from '../core/model.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import { canonicalValue } from '../generate/values/canonical-value.ts';
import type { StreamType } from '../mock/respond/stream-response.ts';
import { concreteMediaType } from '../openapi/body/concrete-media-type.ts';
import type { Contract } from '../openapi/contract.ts';
import { contentSchemas } from '../openapi/streams/event-data.ts';
import { readStream } from '../openapi/streams/read-stream.ts';
import { type StreamWriter, streamWriter } from '../openapi/streams/write-stream.ts';

const OPTIONS = { direction: 'response', properties: 'all' } as const;

/** A concrete stream of a response. */
export interface StreamUnderTest {
  readonly media: StreamType;
  readonly writer: StreamWriter;
  /** What the schema describes of an item; undefined if there is no schema. */
  readonly value: JsonValue | undefined;
}

/** Returns a stream as documented. @returns undefined if the media type is none, or no valid item was found */
export function documentedStream(
  contract: Contract,
  unique: UniqueValues,
  media: MediaType,
): StreamUnderTest | undefined {
  const { stream, type } = media;
  if (!stream) return undefined;
  const writer = streamWriter(stream.format, concreteMediaType(type));
  if (stream.schema === undefined) return { media: { ...media, stream }, writer, value: undefined };
  const made = canonicalValue(contract, unique, stream.schema, OPTIONS);
  if (made === undefined) return undefined;
  const value =
    stream.format === 'event-stream' && stream.describes === 'item'
      ? withJsonData(contract, unique, stream.schema, made)
      : made;
  return { media: { ...media, stream }, writer, value };
}

/** Where the document describes JSON in the data of an event, it is that. */
function withJsonData(contract: Contract, unique: UniqueValues, schema: string, event: JsonValue): JsonValue {
  const [content] = contentSchemas(contract, schema, event, 'data');
  const data = content === undefined ? undefined : canonicalValue(contract, unique, content, OPTIONS);
  return data === undefined || !isObject(event) ? event : { ...event, data: stringifyJson(data) };
}

/** The item that is written for what the schema describes of it. */
export function itemOf(
  { media: { stream }, value }: StreamUnderTest,
  described: JsonValue | undefined = value,
): JsonValue {
  if (described === undefined) return stream.format === 'event-stream' ? { data: 'text' } : { text: 'text' };
  return stream.describes === 'data' ? { data: stringifyJson(described) } : described;
}

/** Writes a whole stream. */
export function streamBody({ writer }: StreamUnderTest, items: readonly JsonValue[]): Uint8Array {
  return Buffer.concat([...items.map((item) => writer.item(item)), writer.end]);
}

/** True if a client reads an item as it was meant: an event has strings only. */
export function isReadBack(stream: StreamUnderTest, item: JsonValue): boolean {
  const { media, writer } = stream;
  const body = streamBody(stream, [item]);
  const { items, problems } = readStream(media.stream.format, { body, isCut: false, contentType: writer.contentType });
  const [first] = items;
  return problems.length === 0 && first?.value !== undefined && jsonEqual(first.value, item);
}
