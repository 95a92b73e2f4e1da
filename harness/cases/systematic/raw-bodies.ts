import { parts } from '../../contract/clauses.ts';
import { isObject, JsonSyntaxError, parseJsonBytes, writeJson } from '../../contract/json.ts';
import { isJsonType } from '../../contract/media-type.ts';
import type { Intent, Json } from '../../model.ts';
import { bodyType } from '../request.ts';
import type { Ground, Planned } from './plan.ts';

/** A way to write a body, from its JSON text and its value. */
type Spelling = readonly [id: string, write: (text: string, body: Json) => string | Uint8Array];

/** The same value, written otherwise (RFC 8259 sections 2, 4 and 7). */
const SPELLINGS: readonly Spelling[] = [
  ['with white space around it', (text) => ` \t\r\n${text}\r\n `],
  ['with its members in another order', (text, body) => (isObject(body) ? reversed(body) : text)],
  ['with \\u escapes', escaped],
];

/** What no JSON parser may take. */
const MALFORMED: readonly Spelling[] = [
  ['of white space alone', () => ' \n'],
  ['cut short', (text) => text.slice(0, -1)],
  ['cut in its middle', (text) => text.slice(0, Math.ceil(text.length / 2))],
  ['of one brace', () => '{'],
  ['of one word', () => 'hello'],
  ['with something behind it', (text) => `${text}x`],
  ['twice', (text) => `${text}${text}`],
  ['of NUL bytes', () => '\u0000\u0000\u0000\u0000'],
  ['that is a number with a leading zero', () => '01'],
  ['of NaN', () => 'NaN'],
  ['that is HTML', () => '<html><body>hello</body></html>'],
  ['that is XML', () => '<?xml version="1.0"?><a/>'],
  ['that is a form', () => 'a=1&b=2'],
];

/** The same, for objects. */
const MALFORMED_OBJECTS: readonly Spelling[] = [
  ['with a comma too many', (text) => `${open(text)},}`],
  ['with single quotes', (text) => text.replaceAll('"', "'")],
  ['with a member name without quotes', (text, body) => text.replace(firstName(body), firstName(body).slice(1, -1))],
  ['with a comment', (text) => `${open(text)}/* comment */}`],
  ['with a missing colon', (text, body) => text.replace(`${firstName(body)}:`, `${firstName(body)} `)],
  ['with a missing comma', (text) => `${open(text)} "x":1}`],
  ['with a member that is NaN', (text) => `${open(text)},"x":NaN}`],
  ['with a member that is Infinity', (text) => `${open(text)},"x":-Infinity}`],
  ['with a hexadecimal number', (text) => `${open(text)},"x":0x10}`],
  ['with a number with a leading zero', (text) => `${open(text)},"x":012}`],
  ['with a number with a plus sign', (text) => `${open(text)},"x":+1}`],
  ['with a number that ends in a point', (text) => `${open(text)},"x":1.}`],
  ['with undefined', (text) => `${open(text)},"x":undefined}`],
  ['with a bad escape', (text) => `${open(text)},"x":"\\x41"}`],
  ['with a bad \\u escape', (text) => `${open(text)},"x":"\\u12G4"}`],
  ['with a raw line break in a string', (text) => `${open(text)},"x":"a\nb"}`],
  ['with a raw NUL in a string', (text) => `${open(text)},"x":"a\u0000b"}`],
  ['with an unfinished string', (text) => `${open(text)},"x":"abc`],
  ['with bytes that are not UTF-8', (text) => withBytes(text, 0xff, 0xfe)],
  ['with a cut UTF-8 sequence', (text) => withBytes(text, 0xf0, 0x9f, 0x98)],
  ['with an overlong UTF-8 sequence', (text) => withBytes(text, 0xc0, 0xaf)],
];

/** What RFC 8259 leaves to the parser, or a service to its limits. */
const SILENT: readonly Spelling[] = [
  ['behind a byte order mark', (text) => `\ufeff${text}`],
  ['in UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['of 10,000 nested arrays', () => '['.repeat(10_000) + ']'.repeat(10_000)],
  ['of 10,000 open arrays', () => '['.repeat(10_000)],
  ['with 130 kB of white space', (text) => text + ' '.repeat(130_000)],
  ['with 1 MB of white space', (text) => text + ' '.repeat(2 ** 20)],
];

const SILENT_OBJECTS: readonly Spelling[] = [
  ['with a duplicate member', (text, body) => text.replace('{', () => `{${firstMember(body)},`)],
  ['with a deeply nested unknown member', (text) => `${open(text)},"x":${'{"x":'.repeat(500)}1${'}'.repeat(500)}}`],
  ['with a surrogate in UTF-8', (text) => withBytes(text, 0xed, 0xa0, 0x80)],
];

/** Bodies whose bytes are what matters: spellings of the same value, and what is not JSON at all (RFC 8259). */
export function* rawBodies({ contract, operation, full }: Ground): Generator<Planned> {
  const type = bodyType(operation);
  if (!type || !isJsonType(type.type) || full.body === undefined) return;
  const about = [contract.clauseAt(operation, parts.requestBody(type.type), type.pointer)];
  const isRecord = isObject(full.body) && Object.keys(full.body).length > 0;
  const tables: readonly (readonly [Intent, readonly Spelling[]])[] = [
    ['accept', SPELLINGS],
    ['reject', isRecord ? [...MALFORMED, ...MALFORMED_OBJECTS] : MALFORMED],
    ['either', isRecord ? [...SILENT, ...SILENT_OBJECTS] : SILENT],
  ];
  for (const [intent, spellings] of tables)
    for (const [id, write] of spellings) {
      const encode = (body: Json) => Buffer.from(write(writeJson(body), body));
      if (intent === 'reject' && isJson(encode(full.body))) continue;
      yield { id: `body ${id}`, draft: { ...full, encode }, intent, about };
    }
}

/** A number that is cut short is still one, and two of them side by side are another. */
function isJson(bytes: Uint8Array): boolean {
  try {
    parseJsonBytes(bytes);
    return true;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false;
    throw error;
  }
}

/** The text of an object without its last brace. */
function open(text: string): string {
  return text.slice(0, -1);
}

function firstName(body: Json): string {
  return isObject(body) ? writeJson(Object.keys(body)[0] ?? '') : '';
}

function firstMember(body: Json): string {
  const [[name, value] = ['', null]] = isObject(body) ? Object.entries(body) : [];
  return `${writeJson(name)}:${writeJson(value)}`;
}

function reversed(body: { readonly [name: string]: Json }): string {
  return writeJson(Object.fromEntries(Object.entries(body).reverse()));
}

function escaped(text: string): string {
  return text.replace(/"((?:[^"\\]|\\.)*)"/g, (whole, inner: string) =>
    /^[a-z]/i.test(inner) ? `"\\u${inner.charCodeAt(0).toString(16).padStart(4, '0')}${inner.slice(1)}"` : whole,
  );
}

/** The object with one more member, in whose text the bytes stand. */
function withBytes(text: string, ...bytes: number[]): Uint8Array {
  return Buffer.concat([Buffer.from(`${open(text)},"x":"a`), Buffer.from(bytes), Buffer.from('b"}')]);
}
