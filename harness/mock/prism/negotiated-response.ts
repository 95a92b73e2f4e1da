import { stringifyJson } from '../../core/json/index.ts';
import type { JsonValue, MediaType, Operation } from '../../core/model.ts';
import { placeholderBody, sampleFileFor } from '../../generate/values/placeholder-body.ts';
import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import { isJsonType, matchMediaType } from '../../openapi/media-type.ts';
import { decodeData } from './encode-data.ts';

/** A documented response: negotiated, with an example or a generated body. */
export interface NegotiatedResponse {
  readonly status: number;
  /** Includes Content-Type. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly mediaType: string | undefined;
  /** The declared media type that describes the body. */
  readonly content: MediaType | undefined;
  readonly body: JsonValue | undefined;
  /** True if the body is made up here, so that no author chose its values. */
  readonly isPlausible: boolean;
  readonly bytes: Uint8Array;
  /** Serializes another body in the same media type. */
  write(body: JsonValue): Uint8Array;
}

/** Output of Prism. */
export interface PrismOutput {
  readonly statusCode: number;
  readonly headers?: Record<string, unknown>;
  readonly body?: unknown;
}

const NO_BYTES = new Uint8Array();

export function negotiatedResponse(operation: Operation, output: PrismOutput): NegotiatedResponse {
  const { 'Content-type': type, ...others } = output.headers ?? {};
  const status = output.statusCode;
  const declared = operation.response(status)?.content ?? [];
  const json = declared.find(({ range }) => range !== undefined && range === type);
  const mediaType = json?.type ?? (typeof type === 'string' ? concreteResponseType(type) : undefined);
  const content = mediaType ? matchMediaType(declared, mediaType) : undefined;
  const placeholder = content && mediaType !== undefined ? placeholderBody(mediaType) : undefined;
  const body = output.body === undefined ? placeholder : decodeData(output.body);
  const headers = Object.entries(others).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[name.toLowerCase(), String(decodeData(value))]],
  );
  const write = (value: JsonValue) => writeBody(value, mediaType, content);
  const hasBody = body !== undefined && status !== 204 && status !== 304;
  if (hasBody && mediaType !== undefined) headers.unshift(['content-type', mediaType]);
  return {
    status,
    headers,
    mediaType,
    content,
    body: hasBody ? body : undefined,
    isPlausible: false,
    bytes: hasBody ? write(body) : NO_BYTES,
    write,
  };
}

/** Returns a concrete media type for a range that the document declares. */
export function concreteResponseType(type: string): string {
  return type.startsWith('*/*') ? 'text/plain' : concreteMediaType(type);
}

function writeBody(body: JsonValue, mediaType: string | undefined, content: MediaType | undefined): Uint8Array {
  if (mediaType === undefined || isJsonType(mediaType)) return Buffer.from(stringifyJson(body));
  if (typeof body === 'string') return sampleFileFor(body, mediaType) ?? Buffer.from(body);
  return Buffer.from(content?.xml?.write(body) ?? stringifyJson(body));
}
