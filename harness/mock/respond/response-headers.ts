import { appendTokens } from '../../core/json/pointer.ts';
import type { DocumentedResponse, ResponseHeader } from '../../core/model.ts';
import type { SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { readExamples } from '../../openapi/operations.ts';
import { parseResponseHeader, validateResponseHeader } from '../../openapi/parameters/response-header.ts';
import { serializeHeader } from '../../openapi/parameters/serialize.ts';
import type { MockResponse } from '../types.ts';

export type Headers = MockResponse['headers'];

/** What the server that sends an answer says of its message and connection, whatever a document declares (RFC 9110 section 6.6.1, RFC 9112 section 6). */
const OF_THE_MESSAGE = new Set([
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

/**
 * The headers that a response declares, each with its example or a value that keeps its schema.
 * @param made values by lower-case name, to be kept where they do
 */
export function generateHeaders(
  contract: Contract,
  values: SchemaRepair,
  spec: DocumentedResponse,
  made: Headers,
): Headers {
  const given = new Map(made);
  return spec.headers.flatMap((header): [string, string][] => {
    const name = header.name.toLowerCase();
    if (OF_THE_MESSAGE.has(name)) return [];
    const text = headerText(contract, values, header, given.get(name));
    return text === undefined ? [] : [[name, text]];
  });
}

function headerText(
  { document }: Contract,
  values: SchemaRepair,
  header: ResponseHeader,
  made: string | undefined,
): string | undefined {
  const { pointer, schema, mediaType } = header;
  const owner = mediaType === undefined ? pointer : appendTokens(pointer, 'content', mediaType);
  const given = readExamples(document, owner)[0]?.value ?? made;
  const isText = typeof given === 'string' && schema !== undefined && mediaType === undefined;
  const base = isText ? parseResponseHeader(document, header, given) : given;
  const value = schema === undefined ? base : (values.nearest(schema, base) ?? base);
  return value === undefined ? undefined : serializeHeader(header, value);
}

/** Headers with others in the place of those of their names; only `vary` adds up (RFC 9110 section 12.5.5). */
export function overrideHeaders(headers: Headers, others: Headers): Headers {
  const names = new Set(others.map(([name]) => name));
  const kept = headers.filter(([name]) => !names.has(name));
  const replaced = headers.filter(([name]) => name === 'vary' && names.has(name)).map(([, value]) => value);
  return [
    ...kept,
    ...others.map(([name, value]) => [name, name === 'vary' ? [...replaced, value].join(', ') : value] as const),
  ];
}

/** The headers but for those that would break what the response declares of them. */
export function dropInvalidHeaders(
  contract: Contract,
  spec: DocumentedResponse | undefined,
  headers: Headers,
): Headers {
  return headers.filter(([name, value]) => {
    const declared = spec?.headers.find((each) => each.name.toLowerCase() === name);
    return declared === undefined || validateResponseHeader(contract, declared, value).length === 0;
  });
}
