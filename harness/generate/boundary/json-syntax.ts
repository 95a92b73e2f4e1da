import { isObject, stringifyJson, tryParseJson } from '../../core/json/index.ts';
import type { Expectation, JsonValue } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { requestMediaType } from '../requests/build-request.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { ESCAPES, jsonEscapeCases } from './json-escapes.ts';
import {
  type JsonRewrite,
  MALFORMED_JSON,
  MALFORMED_JSON_OBJECTS,
  withoutClosingBrace,
  withRawBytes,
} from './malformed-json.ts';

/** Equivalent JSON text of the same value (RFC 8259 sections 2, 4 and 7). */
const EQUIVALENT_JSON: readonly JsonRewrite[] = [
  ['with white space around every token', spaced],
  ['with its properties in another order', (text, body) => (isObject(body) ? reversed(body) : text)],
  ['with \\u escapes', escaped],
];

/** What RFC 8259 leaves to the parser, or services may limit. */
const UNSPECIFIED_JSON: readonly JsonRewrite[] = [
  ['after a byte order mark', (text) => `\ufeff${text}`],
  ['in UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['of 10,000 nested arrays', () => '['.repeat(10_000) + ']'.repeat(10_000)],
  ['of 10,000 open arrays', () => '['.repeat(10_000)],
  ['with 130 kB of white space', (text) => text + ' '.repeat(130_000)],
  ['with 1 MB of white space', (text) => text + ' '.repeat(2 ** 20)],
];

const UNSPECIFIED_JSON_OBJECTS: readonly JsonRewrite[] = [
  ['with a duplicate property', (text, body) => text.replace('{', () => `{${firstProperty(body)},`)],
  [
    'with a deeply nested unknown property',
    (text) => `${withoutClosingBrace(text)},"x":${'{"x":'.repeat(500)}1${'}'.repeat(500)}}`,
  ],
  ['with a surrogate in UTF-8', (text) => withRawBytes(text, 0xed, 0xa0, 0x80)],
];

/** Yields bodies by their bytes: equivalent, malformed and unspecified JSON (RFC 8259). */
export function* jsonSyntaxCases(context: BoundaryContext): Generator<CaseSpec> {
  const { contract, operation, allParts } = context;
  const type = requestMediaType(operation);
  if (!type || !isJsonType(type.type) || allParts.body === undefined) return;
  const targets = [contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer)];
  const isRecord = isObject(allParts.body) && Object.keys(allParts.body).length > 0;
  const tables: readonly (readonly [Expectation, readonly JsonRewrite[]])[] = [
    ['accept', EQUIVALENT_JSON],
    ['reject', isRecord ? [...MALFORMED_JSON, ...MALFORMED_JSON_OBJECTS] : MALFORMED_JSON],
    ['any', isRecord ? [...UNSPECIFIED_JSON, ...UNSPECIFIED_JSON_OBJECTS] : UNSPECIFIED_JSON],
  ];
  for (const [expectation, representations] of tables)
    for (const [name, , kind] of representations) {
      const id = `${BODY}${name}`;
      const encode = encodingOf(id);
      if (expectation === 'reject' && isJson(encode(allParts.body))) continue;
      const leniency = kind === 'leniency';
      yield { id, spec: { ...allParts, encode }, expectation, targets: targets, leniency };
    }
  if (!type.schema) return;
  for (const { id: name, body, valueUnderTest } of jsonEscapeCases(context, type.schema)) {
    const id = `${BODY}${name}`;
    yield { id, spec: { ...allParts, body, encode: encodingOf(id) }, expectation: 'accept', targets, valueUnderTest };
  }
}

const BODY = 'body ';

/** What writes a body, by the id of the case. */
const ENCODINGS = new Map(
  [
    ...EQUIVALENT_JSON,
    ...MALFORMED_JSON,
    ...MALFORMED_JSON_OBJECTS,
    ...UNSPECIFIED_JSON,
    ...UNSPECIFIED_JSON_OBJECTS,
    ...ESCAPES.map(({ id, write }): JsonRewrite => [id, write]),
  ].map(([name, write]) => [`${BODY}${name}`, (body: JsonValue) => Buffer.from(write(stringifyJson(body), body))]),
);

/** Returns what writes the body of a case that needs it, by its id: its JSON as it is, unless that is under test. */
export function encodingOf(id: string): (body: JsonValue) => Uint8Array {
  return ENCODINGS.get(id) ?? plainJson;
}

/** Writes JSON whatever the content type. */
export function plainJson(body: JsonValue): Uint8Array {
  return Buffer.from(stringifyJson(body));
}

/** Returns whether the bytes are JSON: a truncated or repeated number may still be one. */
function isJson(bytes: Uint8Array): boolean {
  return 'value' in tryParseJson(bytes);
}

function firstProperty(body: JsonValue): string {
  const [[name, value] = ['', null]] = isObject(body) ? Object.entries(body) : [];
  return `${stringifyJson(name)}:${stringifyJson(value)}`;
}

function reversed(body: { readonly [name: string]: JsonValue }): string {
  return stringifyJson(Object.fromEntries(Object.entries(body).reverse()));
}

function spaced(text: string): string {
  const inside = text.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) =>
    token.length > 1 ? token : ` ${token}\r\n\t`,
  );
  return ` \t\r\n${inside}\r\n `;
}

function escaped(text: string): string {
  return text.replace(/"((?:[^"\\]|\\.)*)"/g, (match, inner: string) =>
    /^[a-z]/i.test(inner) ? `"\\u${inner.charCodeAt(0).toString(16).padStart(4, '0')}${inner.slice(1)}"` : match,
  );
}
