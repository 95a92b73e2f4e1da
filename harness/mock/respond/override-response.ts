import { stringifyJson } from '../../core/json/index.ts';
import type { DocumentedResponse, JsonValue, Operation } from '../../core/model.ts';
import type { OverrideResponse } from '../control/overrides.ts';
import type { MockResponse } from '../types.ts';
import type { Preferences } from './prefer-header.ts';
import { type Headers, overrideHeaders } from './response-headers.ts';
import { isStream, type StreamResponder, type StreamType } from './stream-response.ts';

/** The mock's own response, with what the user prefers of it; undefined if that is nothing. */
export type OwnResponse = (preferences: Preferences | undefined) => MockResponse | Promise<MockResponse>;

/** Creates the response of an override: the user's parts as they are, the others as the mock would respond. */
export function overrideResponse(
  override: OverrideResponse,
  operation: Operation,
  own: OwnResponse,
  streams: StreamResponder,
): MockResponse | Promise<MockResponse> {
  const { status, items, body } = override;
  const headers: Headers = Object.entries(override.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  const stream = items && streamOf(operation, status);
  if (stream) {
    const made = streams.sendItems({ status: stream.status, headers: [] }, stream.content, items, override.intervalMs);
    return { ...made, headers: overrideHeaders(made.headers, headers) };
  }
  if (body !== undefined) {
    const code = status ?? successStatus(operation);
    return {
      status: code,
      headers: overrideHeaders([['content-type', contentType(operation, code, body)]], headers),
      body: toBytes(body),
    };
  }
  const made = own(preferencesOf(override, operation));
  const finish = (response: MockResponse) => ({ ...response, headers: overrideHeaders(response.headers, headers) });
  return made instanceof Promise ? made.then(finish) : finish(made);
}

function preferencesOf(
  { status, example, intervalMs }: OverrideResponse,
  operation: Operation,
): Preferences | undefined {
  const pace = intervalMs === undefined ? {} : { intervalMs };
  if (status === undefined && example === undefined) return intervalMs === undefined ? undefined : pace;
  const found = status === undefined ? operation.responses.find((each) => hasExample(each, example)) : undefined;
  const code = status ?? (Number(found?.key) || successStatus(operation));
  const response = { spec: found ?? operation.response(code), status: code };
  return { ...pace, response, ...(example === undefined ? {} : { example }) };
}

/** The stream that a response with the status is, or the first one of the operation. */
function streamOf(
  operation: Operation,
  status: number | undefined,
): { status: number; content: StreamType } | undefined {
  const code = status ?? successStatus(operation);
  const content = operation.response(code)?.content.find(isStream);
  return content && { status: code, content };
}

function hasExample({ content }: DocumentedResponse, name: string | undefined): boolean {
  return content.some(({ examples }) => examples.some((example) => example.name === name));
}

function toBytes(body: JsonValue | Uint8Array): Uint8Array {
  return body instanceof Uint8Array ? body : Buffer.from(stringifyJson(body));
}

function successStatus({ responses }: Operation): number {
  const key = responses.map((response) => response.key).find((each) => /^2\d\d$/.test(each));
  return key === undefined ? 200 : Number(key);
}

function contentType(operation: Operation, status: number, body: JsonValue | Uint8Array): string {
  const declared = operation.response(status)?.content[0]?.type;
  if (declared !== undefined && !declared.includes('*')) return declared;
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
}
