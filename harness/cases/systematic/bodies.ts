import { parts } from '../../contract/clauses.ts';
import { isObject, setMember, writeJson } from '../../contract/json.ts';
import { isJsonType } from '../../contract/media-type.ts';
import { join } from '../../contract/pointer.ts';
import { readShape } from '../../contract/shape.ts';
import { variants } from '../../contract/variants.ts';
import type { Clause, Json, JsonObject, MediaType } from '../../model.ts';
import { identities } from '../identity.ts';
import { bodyType, type Draft } from '../request.ts';
import type { Ground, Planned } from './plan.ts';

/** Bodies that the schema takes or refuses: fewest members, each optional member, every boundary and every violation. */
export function* schemaBodies(ground: Ground): Generator<Planned> {
  const type = bodyType(ground.operation);
  const { full, contract, operation } = ground;
  if (!type?.schema || !isJsonType(type.type) || full.body === undefined) return;
  const part = parts.requestBody(type.type);
  const clause = (pointer: string) => contract.clauseAt(operation, part, pointer);
  const whole = clause(type.pointer);
  yield { id: 'body with fewest members', draft: ground.least, intent: 'accept', about: [whole] };
  yield { id: 'body with all members', draft: full, intent: 'accept', about: [whole] };
  yield* optionalMembers(ground, type, clause);
  const own = new Set(identities(contract, operation).map(({ name }) => `/${name}`));
  for (const variant of variants(contract, type.schema, full.body, 'request')) {
    const intent = variant.open ? 'either' : variant.broken.length > 0 ? 'reject' : 'accept';
    const about = variant.broken.length > 0 ? variant.broken.map(clause) : [clause(variant.about)];
    const fixedIdentity = own.has(variant.path);
    yield { id: `body ${variant.label}`, draft: { ...full, body: variant.value }, intent, about, fixedIdentity };
  }
}

function* optionalMembers(ground: Ground, type: MediaType, clause: (pointer: string) => Clause): Generator<Planned> {
  const { full, least, contract } = ground;
  if (!isObject(full.body) || !isObject(least.body) || !type.schema) return;
  const { properties } = readShape(contract.document, type.schema, 'request');
  for (const [name, value] of Object.entries(full.body)) {
    if (Object.hasOwn(least.body, name)) continue;
    const body: JsonObject = { ...least.body };
    setMember(body, name, value);
    const about = clause(properties.get(name)?.[0] ?? type.pointer);
    yield {
      id: `body with ${name} as its only optional member`,
      draft: { ...least, body },
      intent: 'accept',
      about: [about],
    };
  }
}

/** Bodies whose bytes are what matters: spellings of the same value, and what is not JSON at all (RFC 8259). */
export function* rawBodies({ contract, operation, full }: Ground): Generator<Planned> {
  const type = bodyType(operation);
  if (!type || !isJsonType(type.type) || full.body === undefined) return;
  const syntax = [contract.clauseAt(operation, parts.requestBody(type.type), type.pointer)];
  const plan = (id: string, bytes: Uint8Array | string, intent: Planned['intent']): Planned => ({
    id: `body ${id}`,
    draft: { ...full, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes },
    intent,
    about: syntax,
  });
  for (const [id, text] of spellings(full.body)) yield plan(id, text, 'accept');
  for (const [id, bytes] of malformed(full.body)) yield plan(id, bytes, 'reject');
  for (const [id, bytes] of silent(full.body)) yield plan(id, bytes, 'either');
}

function spellings(body: Json): [string, string][] {
  const text = writeJson(body);
  const escaped = text.replace(/"((?:[^"\\]|\\.)*)"/g, (whole, inner: string) =>
    /^[a-z]/i.test(inner) ? `"\\u${inner.charCodeAt(0).toString(16).padStart(4, '0')}${inner.slice(1)}"` : whole,
  );
  const reversed = isObject(body) ? writeJson(Object.fromEntries(Object.entries(body).reverse())) : text;
  return [
    ['with white space around it', ` \t\r\n${text}\r\n `],
    ['with its members in another order', reversed],
    ['with \\u escapes', escaped],
  ];
}

/** Texts and bytes that no JSON parser may take. */
function malformed(body: Json): [string, string | Uint8Array][] {
  const text = writeJson(body);
  const closed = text.slice(0, -1);
  const utf8 = Buffer.from(text);
  const quote = utf8.lastIndexOf('"');
  const broken = (...bytes: number[]) =>
    Buffer.concat([utf8.subarray(0, quote), Buffer.from(bytes), utf8.subarray(quote)]);
  const all: [string, string | Uint8Array][] = [
    ['of white space alone', ' \n'],
    ['cut short', closed],
    ['cut in its middle', text.slice(0, Math.ceil(text.length / 2))],
    ['of one brace', '{'],
    ['of one word', 'hello'],
    ['with something behind it', `${text}x`],
    ['twice', `${text}${text}`],
    ['of NUL bytes', '\u0000\u0000\u0000\u0000'],
    ['that is a number with a leading zero', '01'],
    ['of NaN', 'NaN'],
    ['that is HTML', '<html><body>hello</body></html>'],
    ['that is XML', '<?xml version="1.0"?><a/>'],
    ['that is a form', 'a=1&b=2'],
  ];
  if (!isObject(body)) return all;
  const [first = ''] = Object.keys(body);
  const name = writeJson(first);
  all.push(
    ['with a comma too many', `${closed},}`],
    ['with single quotes', text.replaceAll('"', "'")],
    ['with a member name without quotes', text.replace(name, first)],
    ['with a comment', `${closed}/* comment */}`],
    ['with a missing colon', text.replace(`${name}:`, `${name} `)],
    ['with a missing comma', text.replace(/,"/, ' "')],
    ['with a member that is NaN', `${closed},"x":NaN}`],
    ['with a member that is Infinity', `${closed},"x":-Infinity}`],
    ['with a hexadecimal number', `${closed},"x":0x10}`],
    ['with a number with a leading zero', `${closed},"x":012}`],
    ['with a number with a plus sign', `${closed},"x":+1}`],
    ['with a number that ends in a point', `${closed},"x":1.}`],
    ['with undefined', `${closed},"x":undefined}`],
    ['with a bad escape', `${closed},"x":"\\x41"}`],
    ['with a bad \\u escape', `${closed},"x":"\\u12G4"}`],
    ['with a raw line break in a string', `${closed},"x":"a\nb"}`],
    ['with a raw NUL in a string', `${closed},"x":"a\u0000b"}`],
    ['with an unfinished string', `${closed},"x":"abc`],
  );
  if (quote > 0)
    all.push(
      ['with bytes that are not UTF-8', broken(0xff, 0xfe)],
      ['with a cut UTF-8 sequence', broken(0xf0, 0x9f, 0x98)],
      ['with an overlong UTF-8 sequence', broken(0xc0, 0xaf)],
    );
  return all;
}

/** What RFC 8259 leaves to the parser, or a service to its limits. */
function silent(body: Json): [string, string | Uint8Array][] {
  const text = writeJson(body);
  const all: [string, string | Uint8Array][] = [
    ['behind a byte order mark', `\ufeff${text}`],
    ['in UTF-16', Buffer.from(text, 'utf16le')],
    ['of 10,000 nested arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['of 10,000 open arrays', '['.repeat(10_000)],
    ['with 130 kB of white space', text + ' '.repeat(130_000)],
    ['with 1 MB of white space', text + ' '.repeat(2 ** 20)],
  ];
  if (!isObject(body) || Object.keys(body).length === 0) return all;
  const [[name, value] = ['', null]] = Object.entries(body);
  const member = `${writeJson(name)}:${writeJson(value)}`;
  all.push(
    ['with a duplicate member', text.replace('{', `{${member},`)],
    ['with a deeply nested unknown member', `${text.slice(0, -1)},"x":${'{"x":'.repeat(500)}1${'}'.repeat(500)}}`],
    [
      'with a CESU-8 surrogate',
      Buffer.from(`${text.slice(0, -1)},"x":"?"}`).map((byte) => (byte === 0x3f ? 0xed : byte)),
    ],
  );
  return all;
}

/** The request body absent and empty, and media types: declared in other spellings, undeclared, absent. */
export function* framedBodies(ground: Ground): Generator<Planned> {
  const { contract, operation, full } = ground;
  const { requestBody } = operation;
  const type = bodyType(operation);
  if (!requestBody || !type || full.body === undefined) return;
  const required = [contract.clauseAt(operation, 'request body', join(requestBody.pointer, 'required'))];
  const content = [contract.clauseAt(operation, 'request body', join(requestBody.pointer, 'content'))];
  const { body: _, ...bodiless } = full;
  const absent = requestBody.required ? 'reject' : 'accept';
  yield { id: 'no body', draft: { ...bodiless, contentType: '' }, intent: absent, about: required };
  yield {
    id: 'no body under its content type',
    draft: { ...bodiless, contentType: type.type },
    intent: requestBody.required ? 'reject' : 'either',
    about: required,
  };
  for (const [id, contentType] of sameTypes(type.type))
    yield { id, draft: { ...full, contentType }, intent: 'accept', about: content };
  for (const contentType of otherTypes(operation.requestBody?.content ?? []))
    yield {
      id: `content type ${contentType}`,
      draft: sentAs(full, contentType, type),
      intent: 'reject',
      about: content,
    };
  for (const [id, contentType] of silentTypes(type.type))
    yield { id, draft: sentAs(full, contentType, type), intent: 'either', about: content };
  yield {
    id: 'chunked body',
    draft: { ...full, headers: { 'transfer-encoding': 'chunked' } },
    intent: 'either',
    about: content,
  };
}

function sentAs(draft: Draft, contentType: string, type: MediaType): Draft {
  const bytes = isJsonType(type.type) ? Buffer.from(writeJson(draft.body ?? null)) : undefined;
  return { ...draft, contentType, ...(bytes ? { bytes } : {}) };
}

function sameTypes(type: string): [string, string][] {
  const spelt: [string, string][] = [
    [
      'content type in other letter case',
      type.replace(/[a-z]/g, (letter, index: number) => (index % 2 ? letter : letter.toUpperCase())),
    ],
  ];
  if (!isJsonType(type)) return spelt;
  return [
    ['content type with a charset', `${type}; charset=utf-8`],
    ['content type with a quoted charset', `${type};charset="UTF-8"`],
    ...spelt,
  ];
}

function otherTypes(declared: readonly MediaType[]): string[] {
  const others = [
    'text/plain',
    'application/xml',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'image/png',
  ];
  const taken = declared.map(({ type }) => type.toLowerCase());
  const covered = (other: string) =>
    taken.some(
      (type) =>
        type === '*/*' || other.startsWith(type.replace(/\*$/, '')) || other.split(';')[0] === type.split(';')[0],
    );
  return others.filter((other) => !covered(other));
}

function silentTypes(type: string): [string, string][] {
  if (!isJsonType(type)) return [['no content type', '']];
  return [
    ['no content type', ''],
    ['content type that is none', 'garbage'],
    ['content type with an unknown charset', `${type}; charset=bogus`],
    ['content type with another charset', `${type}; charset=iso-8859-1`],
    ['content type of another JSON', 'application/vnd.other+json'],
    ['content type text/json', 'text/json'],
  ];
}
