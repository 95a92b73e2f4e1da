import { appendTokens } from '../../core/json/pointer.ts';
import type { DocumentedResponse, JsonValue, ResponseHeader } from '../../core/model.ts';
import { withOrderedNumbers } from '../../generate/plausible/ordered-numbers.ts';
import type { SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { parseResponseHeader, validateResponseHeader } from '../../openapi/parameters/response-header.ts';
import { serializeHeader } from '../../openapi/parameters/serialize.ts';
import { readExamples } from '../../openapi/read-content.ts';
import type { MockResponse } from '../types.ts';

export type Headers = MockResponse['headers'];

/** Headers that the server sets itself, whatever the document declares (RFC 9110 section 6.6.1, RFC 9112 section 6). */
const MESSAGE_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function isMessageHeader(name: string): boolean {
  return MESSAGE_HEADERS.has(name.toLowerCase());
}

/** Makes up a value of a schema for a header of this name. */
export type MakeUp = (schema: string, name: string) => JsonValue | undefined;

/**
 * Returns the declared headers of a response, each with its example or a valid value.
 * @param generated values by lower-case name, which are kept if valid
 */
export function generateHeaders(
  contract: Contract,
  values: SchemaRepair,
  spec: DocumentedResponse,
  generated: Headers,
  makeUp?: MakeUp,
): Headers {
  const generatedByName = new Map(generated);
  const made = spec.headers.flatMap((header) => {
    if (isMessageHeader(header.name)) return [];
    const { value, isGiven } = headerValue(contract, values, header, generatedByName, makeUp);
    return value === undefined ? [] : [{ header, value, isGiven }];
  });
  const madeUp = new Map(made.flatMap(({ header, isGiven }) => (isGiven ? [] : [[header.name, header.schema]])));
  const ordered = withOrderedNumbers(new Map(made.map(({ header, value }) => [header.name, value])), (name, value) => {
    const schema = madeUp.get(name);
    return schema !== undefined && contract.schemas.accepts(schema, value, 'response');
  });
  return made.map(({ header, value }): [string, string] => {
    const text = serializeHeader(header, ordered.get(header.name) ?? value);
    return [header.name.toLowerCase(), text];
  });
}

function headerValue(
  { document }: Contract,
  values: SchemaRepair,
  header: ResponseHeader,
  generated: ReadonlyMap<string, string>,
  makeUp: MakeUp | undefined,
): { readonly value: JsonValue | undefined; readonly isGiven: boolean } {
  const { pointer, schema, mediaType } = header;
  const name = header.name.toLowerCase();
  const owner = mediaType === undefined ? pointer : appendTokens(pointer, 'content', mediaType);
  const example = readExamples(document, owner)[0]?.value ?? generated.get(name);
  const isString = typeof example === 'string' && schema !== undefined && mediaType === undefined;
  const base = isString ? parseResponseHeader(document, header, example) : example;
  const isGiven = base !== undefined;
  if (schema === undefined) return { value: base, isGiven };
  const wanted = base ?? makeUp?.(schema, header.name);
  return { value: values.nearest(schema, wanted) ?? wanted, isGiven };
}

/** Replaces headers by others of the same name; only `vary` is combined (RFC 9110 section 12.5.5). */
export function overrideHeaders(headers: Headers, others: Headers): Headers {
  if (!haveCommon(headers, others)) return [...headers, ...others];
  const overridden = headers.filter(([name]) => !others.some((other) => other[0] === name));
  for (const other of others) {
    const [name, value] = other;
    const previous = name === 'vary' ? headers.flatMap((each) => (each[0] === name ? [each[1]] : [])) : [];
    overridden.push(previous.length === 0 ? other : [name, [...previous, value].join(', ')]);
  }
  return overridden;
}

/** Removes headers that are invalid against their declaration. */
export function dropInvalidHeaders(
  contract: Contract,
  spec: DocumentedResponse | undefined,
  headers: Headers,
): Headers {
  return headers.filter((header) => isValidHeader(contract, spec, header));
}

/** Returns the response with the first of several headers that is valid against its declaration; unchanged if none is. */
export function withValidHeader(
  contract: Contract,
  spec: DocumentedResponse | undefined,
  response: MockResponse,
  candidates: Iterable<Headers[number]>,
): MockResponse {
  for (const header of candidates)
    if (isValidHeader(contract, spec, header))
      return { ...response, headers: overrideHeaders(response.headers, [header]) };
  return response;
}

function haveCommon(headers: Headers, others: Headers): boolean {
  for (const [name] of headers) for (const other of others) if (other[0] === name) return true;
  return false;
}

/** @param name in lower case */
export function declaredHeader(spec: DocumentedResponse | undefined, name: string): ResponseHeader | undefined {
  for (const header of spec?.headers ?? [])
    if (header.name.length === name.length && header.name.toLowerCase() === name) return header;
  return undefined;
}

function isValidHeader(
  contract: Contract,
  spec: DocumentedResponse | undefined,
  [name, value]: Headers[number],
): boolean {
  const declared = declaredHeader(spec, name);
  return declared === undefined || validateResponseHeader(contract, declared, value).length === 0;
}
