import { stringifyJson } from '../../core/json/index.ts';
import type { DocumentedResponse, JsonValue, Operation } from '../../core/model.ts';
import type { OverrideResponse } from '../control/overrides.ts';
import type { MockResponse } from '../types.ts';
import type { Preferences } from './prefer-header.ts';
import { type Headers, overrideHeaders } from './response-headers.ts';

/** The mock's own response, with what the user prefers of it; undefined if that is nothing. */
export type OwnResponse = (preferences: Preferences | undefined) => MockResponse | Promise<MockResponse>;

/** Creates the response of an override: the user's parts as they are, the others as the mock would respond. */
export function overrideResponse(
  override: OverrideResponse,
  operation: Operation,
  own: OwnResponse,
): MockResponse | Promise<MockResponse> {
  const { status, body } = override;
  const headers: Headers = Object.entries(override.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
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

function preferencesOf({ status, example }: OverrideResponse, operation: Operation): Preferences | undefined {
  if (status === undefined && example === undefined) return undefined;
  const found = status === undefined ? operation.responses.find((each) => hasExample(each, example)) : undefined;
  const code = status ?? (Number(found?.key) || successStatus(operation));
  const response = { spec: found ?? operation.response(code), status: code };
  return example === undefined ? { response } : { response, example };
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
