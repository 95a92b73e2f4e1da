import { ExactNumber, type JsonObject, type JsonValue } from '../model.ts';

/** Text that is not JSON (RFC 8259), with the offset of the error. */
export class JsonSyntaxError extends Error {
  /** 0-based index into the text, in UTF-16 code units. */
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(`${message} at offset ${offset}`);
    this.name = 'JsonSyntaxError';
    this.offset = offset;
  }
}

/** RFC 8259 section 9 lets a parser limit the depth; deeper recursion could overflow the stack. */
const MAX_DEPTH = 1000;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** Regular expressions are compiled at once, while a loop over the characters of a long text is first interpreted. */
const SPACE = /[ \n\r\t]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings
const PLAIN = /[^"\\\u0000-\u001f]*/y;
/** Below that, a loop is faster. */
const SHORT = 24;

const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Converts a JSON number: a double if that prints the same text, else an {@link ExactNumber}. */
export function parseNumber(text: string): number | ExactNumber {
  const double = Number(text);
  return String(double) === text ? double : new ExactNumber(text);
}

/** Sets a property, `__proto__` like any other. */
export function setProperty(object: JsonObject, name: string, value: JsonValue): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else object[name] = value;
}

/** Parses one JSON text (RFC 8259); subclasses may observe the offsets of its parts. */
export class JsonParser {
  private offset = 0;
  private readonly text: string;
  private readonly maxDepth: number;

  constructor(text: string, maxDepth: number = MAX_DEPTH) {
    this.text = text;
    this.maxDepth = maxDepth;
  }

  /** Called for each object and array once it is complete, with the offset of its bracket. */
  protected onClosed(_value: JsonValue[] | JsonObject, _offset: number): void {}

  /** Returns a part of a string, without escapes. */
  protected slice(start: number, end: number): string {
    return this.text.slice(start, end);
  }

  document(): JsonValue {
    if (this.text.charCodeAt(0) === 0xfeff) this.fail('a byte order mark (RFC 8259 section 8.1 forbids it)');
    const value = this.value(0);
    this.space();
    if (this.offset < this.text.length) this.fail(`unexpected ${this.seen()} after the value`);
    return value;
  }

  private value(depth: number): JsonValue {
    this.space();
    switch (this.text[this.offset]) {
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
    const opening = this.enter(depth);
    const object: JsonObject = {};
    if (this.closes('}')) return this.finish(object, opening);
    do {
      this.space();
      const start = this.offset;
      if (this.text[this.offset] !== '"') this.fail(`expected a property name, found ${this.seen()}`);
      const name = this.string();
      if (Object.hasOwn(object, name)) {
        this.offset = start;
        this.fail(`duplicate property ${JSON.stringify(name)} (RFC 8259 section 4)`);
      }
      this.space();
      if (this.text[this.offset] !== ':') this.fail(`expected ":", found ${this.seen()}`);
      this.offset++;
      setProperty(object, name, this.value(depth));
    } while (this.continues('}'));
    return this.finish(object, opening);
  }

  private array(depth: number): JsonValue[] {
    const opening = this.enter(depth);
    const items: JsonValue[] = [];
    if (this.closes(']')) return this.finish(items, opening);
    do {
      items.push(this.value(depth));
    } while (this.continues(']'));
    return this.finish(items, opening);
  }

  private finish<T extends JsonValue[] | JsonObject>(value: T, opening: number): T {
    this.onClosed(value, opening);
    return value;
  }

  private string(): string {
    const start = ++this.offset;
    for (;;) {
      const code = this.text.charCodeAt(this.offset);
      if (code === 0x22) return this.slice(start, this.offset++);
      if (code === 0x5c) return this.escaped(start);
      this.literalText(code);
      if (this.offset - start === SHORT) this.skip(PLAIN);
    }
  }

  private escaped(start: number): string {
    const parts = [this.slice(start, this.offset)];
    let from = this.offset;
    for (;;) {
      const code = this.text.charCodeAt(this.offset);
      if (code === 0x22) {
        parts.push(this.slice(from, this.offset++));
        return parts.join('');
      }
      if (code === 0x5c) {
        parts.push(this.slice(from, this.offset), this.escape());
        from = this.offset;
      } else {
        this.literalText(code);
        this.skip(PLAIN);
      }
    }
  }

  private escape(): string {
    const kind = this.text[this.offset + 1] ?? '';
    if (kind === 'u') {
      const digits = this.text.slice(this.offset + 2, this.offset + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('a bad \\u escape');
      this.offset += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const character = ESCAPES[kind];
    if (character === undefined) this.fail(`a bad escape "\\${kind}"`);
    this.offset += 2;
    return character;
  }

  private literalText(code: number): void {
    if (Number.isNaN(code)) this.fail('the text ends inside a string');
    if (code < 0x20) this.fail('a control character inside a string');
    this.offset++;
  }

  private number(): number | ExactNumber {
    NUMBER.lastIndex = this.offset;
    const match = NUMBER.exec(this.text);
    if (match === null) this.fail(`expected a value, found ${this.seen()}`);
    this.offset += match[0].length;
    return parseNumber(match[0]);
  }

  private literal<T extends JsonValue>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.offset)) this.fail(`expected a value, found ${this.seen()}`);
    this.offset += word.length;
    return value;
  }

  private enter(depth: number): number {
    if (depth > this.maxDepth) this.fail(`nested deeper than ${this.maxDepth} levels`);
    return this.offset++;
  }

  private closes(bracket: string): boolean {
    this.space();
    if (this.text[this.offset] !== bracket) return false;
    this.offset++;
    return true;
  }

  private continues(bracket: string): boolean {
    this.space();
    const found = this.text[this.offset];
    if (found !== ',' && found !== bracket) this.fail(`expected "," or "${bracket}", found ${this.seen()}`);
    this.offset++;
    return found === ',';
  }

  private space(): void {
    const end = this.offset + SHORT;
    for (;;) {
      const code = this.text.charCodeAt(this.offset);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.offset++;
      if (this.offset === end) this.skip(SPACE);
    }
  }

  private skip(characters: RegExp): void {
    characters.lastIndex = this.offset;
    characters.test(this.text);
    this.offset = characters.lastIndex;
  }

  private seen(): string {
    const point = this.text.codePointAt(this.offset);
    return point === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(point));
  }

  private fail(message: string): never {
    throw new JsonSyntaxError(message, this.offset);
  }
}
