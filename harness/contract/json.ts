import { ExactNumber, type Json, type JsonObject } from '../model.ts';
import { invalidUtf8At } from './utf8.ts';

/** Text that is not JSON (RFC 8259): where, and what stands there. */
export class JsonSyntaxError extends Error {
  /** 0-based index into the text, in UTF-16 code units. */
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(`${message} at offset ${offset}`);
    this.name = 'JsonSyntaxError';
    this.offset = offset;
  }
}

/** RFC 8259 section 9 lets a parser limit the depth; beyond this one recursion would endanger the process. */
const MAX_DEPTH = 1000;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The number that `text` spells: a double where that prints the same, else its source text. */
export function exactNumber(text: string): number | ExactNumber {
  const double = Number(text);
  return String(double) === text ? double : new ExactNumber(text);
}

/** Sets a member so that `__proto__` is one like any other. */
export function setMember(object: JsonObject, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else object[name] = value;
}

class Parser {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  document(): Json {
    if (this.text.charCodeAt(0) === 0xfeff) this.fail('a byte order mark (RFC 8259 section 8.1 forbids it)');
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) this.fail(`unexpected ${this.seen()} after the value`);
    return value;
  }

  private value(depth: number): Json {
    this.space();
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth + 1);
      case '[':
        return this.array(depth + 1);
      case '"':
        return this.string();
      case 't':
        return this.literal('true', true);
      case 'f':
        return this.literal('false', false);
      case 'n':
        return this.literal('null', null);
      default:
        return this.number();
    }
  }

  private object(depth: number): JsonObject {
    this.enter(depth);
    const object: JsonObject = {};
    if (this.closes('}')) return object;
    do {
      this.space();
      const start = this.at;
      if (this.text[this.at] !== '"') this.fail(`expected a member name, found ${this.seen()}`);
      const name = this.string();
      if (Object.hasOwn(object, name)) {
        this.at = start;
        this.fail(`duplicate member ${JSON.stringify(name)} (RFC 8259 section 4)`);
      }
      this.space();
      if (this.text[this.at] !== ':') this.fail(`expected ":", found ${this.seen()}`);
      this.at++;
      setMember(object, name, this.value(depth));
    } while (this.continues('}'));
    return object;
  }

  private array(depth: number): Json[] {
    this.enter(depth);
    const items: Json[] = [];
    if (this.closes(']')) return items;
    do items.push(this.value(depth));
    while (this.continues(']'));
    return items;
  }

  private string(): string {
    const start = ++this.at;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) return this.text.slice(start, this.at++);
      if (code === 0x5c) return this.escaped(start);
      this.plain(code);
    }
  }

  private escaped(start: number): string {
    const parts = [this.text.slice(start, this.at)];
    let from = this.at;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) {
        parts.push(this.text.slice(from, this.at++));
        return parts.join('');
      }
      if (code === 0x5c) {
        parts.push(this.text.slice(from, this.at), this.escape());
        from = this.at;
      } else this.plain(code);
    }
  }

  private escape(): string {
    const kind = this.text[this.at + 1] ?? '';
    if (kind === 'u') {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('a bad \\u escape');
      this.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const character = ESCAPES[kind];
    if (character === undefined) this.fail(`a bad escape "\\${kind}"`);
    this.at += 2;
    return character;
  }

  private plain(code: number): void {
    if (Number.isNaN(code)) this.fail('the text ends inside a string');
    if (code < 0x20) this.fail('a control character inside a string');
    this.at++;
  }

  private number(): number | ExactNumber {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match === null) this.fail(`expected a value, found ${this.seen()}`);
    this.at += match[0].length;
    return exactNumber(match[0]);
  }

  private literal<T extends Json>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail(`expected a value, found ${this.seen()}`);
    this.at += word.length;
    return value;
  }

  private enter(depth: number): void {
    if (depth > MAX_DEPTH) this.fail(`nested deeper than ${MAX_DEPTH} levels`);
    this.at++;
  }

  private closes(bracket: string): boolean {
    this.space();
    if (this.text[this.at] !== bracket) return false;
    this.at++;
    return true;
  }

  private continues(bracket: string): boolean {
    this.space();
    const found = this.text[this.at];
    if (found !== ',' && found !== bracket) this.fail(`expected "," or "${bracket}", found ${this.seen()}`);
    this.at++;
    return found === ',';
  }

  private space(): void {
    const { text } = this;
    let { at } = this;
    // Compared one by one, because a body may hold a megabyte of it and a look-up in a set takes ten times as long.
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
      at++;
    }
    this.at = at;
  }

  private seen(): string {
    const point = this.text.codePointAt(this.at);
    return point === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(point));
  }

  private fail(message: string): never {
    throw new JsonSyntaxError(message, this.at);
  }
}

/**
 * Parses JSON text strictly (RFC 8259): no BOM, no duplicate members, nothing behind the value; numbers stay exact.
 * @throws {JsonSyntaxError} with the offset
 */
export function parseJson(text: string): Json {
  return new Parser(text).document();
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON body as bytes: it must be UTF-8 (RFC 8259 section 8.1).
 * @throws {JsonSyntaxError} also for bytes that are not UTF-8
 */
export function parseJsonBytes(bytes: Uint8Array): Json {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new JsonSyntaxError('bytes that are not UTF-8 (RFC 8259 section 8.1)', invalidUtf8At(bytes));
  }
  return parseJson(text);
}

/** Writes JSON text without white space; an {@link ExactNumber} as it is spelt. */
export function writeJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`);
  return `{${members.join(',')}}`;
}

/** True for a JSON object (not an array, not a number kept as text). */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** A plain copy for libraries that know doubles only: exact numbers are rounded. */
export function toPlain(value: Json): unknown {
  if (value instanceof ExactNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value)) setMember(copy, name, toPlain(member) as Json);
  return copy;
}
