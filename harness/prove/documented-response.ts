import { stringifyJson } from '../core/json/index.ts';
import type { DocumentedResponse, JsonValue, MediaType, Operation, ResponseHeader, XmlBody } from '../core/model.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import { canonicalValue } from '../generate/values/canonical-value.ts';
import { placeholderText } from '../generate/values/placeholder-body.ts';
import { concreteResponseType } from '../mock/prism/negotiated-response.ts';
import { isMessageHeader } from '../mock/respond/response-headers.ts';
import type { MockResponse } from '../mock/types.ts';
import { encodeText, isBinaryMediaType } from '../openapi/body/concrete-media-type.ts';
import { isPlainTextSchema } from '../openapi/body/plain-text.ts';
import type { Contract } from '../openapi/contract.ts';
import { isJsonType } from '../openapi/media-type.ts';
import { validateResponseHeader } from '../openapi/parameters/response-header.ts';
import { serializeHeader } from '../openapi/parameters/serialize.ts';
import { documentedStream, itemOf, type StreamUnderTest, streamBody } from './documented-stream.ts';

export type ModelResponse = MockResponse;

/** A text with a schema. */
export interface TextUnderTest {
  readonly type: MediaType;
  readonly schema: string;
  readonly value: string;
}

export interface XmlUnderTest {
  readonly type: MediaType;
  readonly schema: string;
  readonly value: JsonValue;
  readonly body: XmlBody;
}

/** A documented response with a concrete example of it. */
export interface ResponseUnderTest {
  readonly spec: DocumentedResponse;
  /** Whether accepted or rejected requests get it. */
  readonly disposition: 'accepted' | 'rejected';
  readonly response: ModelResponse;
  /** The media type of the response if it is JSON with a schema. */
  readonly json: (MediaType & { readonly schema: string }) | undefined;
  /** Present if the response is XML with a schema. */
  readonly xml?: XmlUnderTest | undefined;
  /** Present if the response is a text with a schema that describes it. */
  readonly text?: TextUnderTest | undefined;
  /** Present if the response is a stream. */
  readonly stream?: StreamUnderTest | undefined;
  /** The parsed body if it is JSON. */
  readonly body: JsonValue | undefined;
}

/** Returns the media type of a response, preferably JSON. @returns undefined if it has no body */
export function responseMediaType({ content }: DocumentedResponse): MediaType | undefined {
  return content.find((each) => isJsonType(each.type)) ?? content[0];
}

/**
 * Returns a response as documented, with all declared properties and headers.
 * @returns undefined if no valid body was found
 */
export function createDocumentedResponse(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  spec: DocumentedResponse,
  type = responseMediaType(spec),
): Omit<ResponseUnderTest, 'spec' | 'disposition'> | undefined {
  const status = statusOf(operation, spec);
  const headers = spec.headers.flatMap((header): [string, string][] => {
    const text = isMessageHeader(header.name) ? undefined : serializedHeader(contract, unique, header);
    return text === undefined ? [] : [[header.name, text]];
  });
  const hasBody = type !== undefined && status !== 204 && status !== 304 && operation.method !== 'HEAD';
  if (!hasBody) return { response: { status, headers, body: new Uint8Array() }, json: undefined, body: undefined };
  const typed = [['content-type', concreteResponseType(type.type)] as const, ...headers];
  if (type.stream) {
    const stream = documentedStream(contract, unique, type);
    if (!stream) return undefined;
    const typedStream = [['content-type', stream.writer.contentType] as const, ...headers];
    const body = streamBody(stream, [itemOf(stream), itemOf(stream)]);
    return { response: { status, headers: typedStream, body }, stream, json: undefined, body: undefined };
  }
  const xmlValue = type.xml && validBody(contract, unique, type);
  if (type.xml && xmlValue !== undefined) {
    const body = Buffer.from(typeof xmlValue === 'string' ? xmlValue : type.xml.write(xmlValue));
    const xml = type.schema === undefined ? undefined : { type, schema: type.schema, value: xmlValue, body: type.xml };
    return { response: { status, headers: typed, body }, xml, json: undefined, body: undefined };
  }
  if (!isJsonType(type.type)) {
    const made = isPlainTextSchema(contract.document, type) ? validBody(contract, unique, type) : undefined;
    const text = typeof made === 'string' ? { type, schema: type.schema ?? '', value: made } : undefined;
    const written = text?.value ?? placeholderText(type.type) ?? 'text';
    const body = encodeText(written, isBinaryMediaType(concreteResponseType(type.type)));
    return { response: { status, headers: typed, body }, text, json: undefined, body: undefined };
  }
  const body = validBody(contract, unique, type);
  if (body === undefined) return undefined;
  const { schema } = type;
  const response = { status, headers: typed, body: Buffer.from(stringifyJson(body)) };
  return { response, body, json: schema === undefined ? undefined : { ...type, schema } };
}

/** Returns 200 for `200`, the first free status for `2XX`, and for `default` an error status, or 200 if no other response is a success. */
function statusOf({ responses }: Operation, { key }: DocumentedResponse): number {
  if (/^\d+$/.test(key)) return Number(key);
  const taken = new Set(responses.map((each) => each.key));
  const free = (...statuses: number[]) => statuses.find((status) => !taken.has(String(status))) ?? statuses[0] ?? 500;
  if (/^4/.test(key)) return free(422, 400, 409, 418);
  if (/^\dXX$/i.test(key)) return free(...[0, 1, 2, 3, 6].map((offset) => Number(key[0]) * 100 + offset));
  return [...taken].some((each) => /^[23]/.test(each)) ? free(422, 400, 409, 500) : 200;
}

function validBody(contract: Contract, unique: UniqueValues, { schema, examples }: MediaType): JsonValue | undefined {
  if (schema === undefined) return examples[0]?.value ?? {};
  const options = { direction: 'response', properties: 'all' } as const;
  return (
    canonicalValue(contract, unique, schema, options) ??
    examples.map(({ value }) => value).find((value) => contract.schemas.accepts(schema, value, 'response'))
  );
}

/** Returns a valid header value as it is sent; undefined if there is none. */
function serializedHeader(contract: Contract, unique: UniqueValues, header: ResponseHeader): string | undefined {
  const { name, schema, mediaType } = header;
  if (schema === undefined) return mediaType !== undefined && isJsonType(mediaType) ? '{}' : 'x';
  // Clients need not wait if the schema allows 0.
  if (/^retry-after$/i.test(name) && contract.schemas.accepts(schema, 0, 'response')) return '0';
  const value = canonicalValue(contract, unique, schema, { direction: 'response', properties: 'all' });
  if (value === undefined) return undefined;
  const text = serializeHeader(header, value);
  return validateResponseHeader(contract, header, text).length === 0 ? text : undefined;
}
