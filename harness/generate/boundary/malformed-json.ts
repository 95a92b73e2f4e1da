import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';

/**
 * A way to write a body, from its JSON text and its value. A leniency is an extension that a parser may accept
 * (RFC 8259 section 9); a body that is not JSON at all, or cut short, is none.
 */
export type JsonRewrite = readonly [
  id: string,
  write: (text: string, body: JsonValue) => string | Uint8Array,
  kind?: 'leniency',
];

/** Bodies that are not JSON (RFC 8259 section 2). */
export const MALFORMED_JSON: readonly JsonRewrite[] = [
  ['of white space alone', () => ' \n'],
  ['truncated', (text) => text.slice(0, -1)],
  ['truncated in its middle', (text) => text.slice(0, Math.ceil(text.length / 2))],
  ['of one brace', () => '{'],
  ['of one word', () => 'hello'],
  ['with something before it', (text) => `x${text}`],
  ['with something after it', (text) => `${text}x`, 'leniency'],
  ['with a NUL after it', (text) => `${text}\u0000`, 'leniency'],
  ['with a form feed after it', (text) => `${text}\f`, 'leniency'],
  ['twice', (text) => `${text}${text}`, 'leniency'],
  ['of NUL bytes', () => '\u0000\u0000\u0000\u0000'],
  ['that is a number with a leading zero', () => '01', 'leniency'],
  ['of NaN', () => 'NaN', 'leniency'],
  ['that is HTML', () => '<html><body>hello</body></html>'],
  ['that is XML', () => '<?xml version="1.0"?><a/>'],
  ['that is a form', () => 'a=1&b=2'],
];

/** Literals of other languages that are not JSON (RFC 8259 sections 3 and 6). */
const NON_JSON_LITERALS: readonly (readonly [id: string, text: string])[] = [
  ['with a property that is NaN', 'NaN'],
  ['with a property that is Infinity', 'Infinity'],
  ['with a property that is -Infinity', '-Infinity'],
  ['with undefined', 'undefined'],
  ['with a capital in true', 'True'],
  ['with None', 'None'],
  ['with a hexadecimal number', '0x10'],
  ['with a number with a leading zero', '012'],
  ['with a number with a plus sign', '+1'],
  ['with a number that starts with a point', '.5'],
  ['with a number that ends in a point', '1.'],
  ['with a number with an underscore', '1_0'],
  ['with an array with a trailing comma', '[1,]'],
  ['with a string in single quotes', "'a'"],
  ['with a bad escape', '"\\x41"'],
  ['with a bad \\u escape', '"\\u12G4"'],
  ['with a raw tab in a string', '"a\tb"'],
  ['with a raw line break in a string', '"a\nb"'],
  ['with a raw NUL in a string', '"a\u0000b"'],
];

/** Truncated numbers. */
const CUT_NUMBERS: readonly (readonly [id: string, text: string])[] = [
  ['with a number that ends in its exponent', '1e'],
  ['with a minus sign alone', '-'],
];

/** Not white space in JSON: only space, tab, line feed and carriage return are (RFC 8259 section 2). */
const NON_JSON_WHITESPACE: readonly (readonly [id: string, character: string])[] = [
  ['a form feed', '\f'],
  ['a vertical tab', '\v'],
  ['a no-break space', '\u00a0'],
  ['a byte order mark', '\ufeff'],
];

/** Malformed variants of JSON objects. */
export const MALFORMED_JSON_OBJECTS: readonly JsonRewrite[] = [
  ['with a trailing comma', (text) => `${withoutClosingBrace(text)},}`, 'leniency'],
  ['with two commas in a row', (text) => `${withoutClosingBrace(text)},,"x":1}`, 'leniency'],
  // An apostrophe would end a string.
  ['with single quotes', (text) => text.replaceAll("'", '\\u0027').replaceAll('"', "'"), 'leniency'],
  [
    'with an unquoted property name',
    (text, body) => text.replace(firstName(body), firstName(body).slice(1, -1)),
    'leniency',
  ],
  ['with a comment', (text) => `${withoutClosingBrace(text)}/* comment */}`, 'leniency'],
  ['with a comment to the end of a line', (text) => `${withoutClosingBrace(text)}// comment\n}`, 'leniency'],
  ['with a comment after a number sign', (text) => `${withoutClosingBrace(text)}# comment\n}`, 'leniency'],
  ['with a missing colon', (text, body) => text.replace(`${firstName(body)}:`, `${firstName(body)} `)],
  ['with a missing comma', (text) => `${withoutClosingBrace(text)} "x":1}`],
  ...NON_JSON_LITERALS.map(
    ([id, value]): JsonRewrite => [id, (text) => `${withoutClosingBrace(text)},"x":${value}}`, 'leniency'],
  ),
  ...CUT_NUMBERS.map(([id, value]): JsonRewrite => [id, (text) => `${withoutClosingBrace(text)},"x":${value}}`]),
  ...NON_JSON_WHITESPACE.map(
    ([id, character]): JsonRewrite => [
      `with ${id} as white space`,
      (text) => `{${character}${text.slice(1)}`,
      'leniency',
    ],
  ),
  ['with an unfinished string', (text) => `${withoutClosingBrace(text)},"x":"abc`],
  ['with bytes that are not UTF-8', (text) => withRawBytes(text, 0xff, 0xfe), 'leniency'],
  ['with a truncated UTF-8 sequence', (text) => withRawBytes(text, 0xf0, 0x9f, 0x98), 'leniency'],
  ['with an overlong UTF-8 sequence', (text) => withRawBytes(text, 0xc0, 0xaf), 'leniency'],
];

/** Returns the text of an object without its closing brace. */
export function withoutClosingBrace(text: string): string {
  return text.slice(0, -1);
}

/** Returns the object with another property whose string has the bytes. */
export function withRawBytes(text: string, ...bytes: number[]): Uint8Array {
  return Buffer.concat([Buffer.from(`${withoutClosingBrace(text)},"x":"a`), Buffer.from(bytes), Buffer.from('b"}')]);
}

function firstName(body: JsonValue): string {
  return isObject(body) ? stringifyJson(Object.keys(body)[0] ?? '') : '';
}
