import { isNumber } from '../json/decimal.ts';
import { isObject, stringifyJson, tryParseJson } from '../json/index.ts';
import type { JsonValue } from '../model.ts';
import { escapeRegExp } from '../util/escape-reg-exp.ts';
import { MASK } from './secret-values.ts';

/** Masks fields by their names: in JSON, XML and form bodies, and in queries. */
export class SecretFields {
  private readonly names: ReadonlySet<string>;
  /** A member of JSON text that is cut short or malformed. */
  private readonly member: RegExp;
  private readonly pair: RegExp;
  /** The text of an XML element, the value of an attribute, and a part of a multipart form. */
  private readonly enclosed: readonly RegExp[];

  /** @param names in any letter case */
  constructor(names: readonly string[]) {
    this.names = new Set(names.map((name) => name.toLowerCase()));
    const quoted = [...this.names].map((name) => escapeRegExp(JSON.stringify(name).slice(1, -1))).join('|');
    this.member = new RegExp(`("(?:${quoted})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^\\s,}\\]]+)`, 'gi');
    const plain = [...this.names].map(escapeRegExp).join('|');
    this.pair = new RegExp(`((?:^|[^\\w])(?:${plain})=)[^&\\s"']+`, 'gi');
    this.enclosed = [
      new RegExp(`(<(?:[\\w.-]+:)?(?:${plain})(?:\\s[^<>]*)?>)([^<]+)(?=<)`, 'gi'),
      new RegExp(`(<[^<>]*\\s(?:[\\w.-]+:)?(?:${plain})\\s*=\\s*")([^"<]+)(?=")`, 'gi'),
      new RegExp(`(\\bname="(?:${plain})"[^\\n]*\\r\\n(?:[^\\r\\n]+\\r\\n)*\\r\\n)([^]+?)(?=\\r\\n--)`, 'gi'),
    ];
  }

  has(name: string): boolean {
    return this.names.has(name.toLowerCase());
  }

  /** @param found is given the values of the fields, which may be repeated elsewhere */
  maskBody(body: Uint8Array, found: (value: string) => void): Uint8Array {
    const parsed = tryParseJson(body);
    if ('value' in parsed) {
      let isFound = false;
      const masked = this.maskValue(parsed.value, (value) => {
        isFound = true;
        for (const text of textsIn(value)) found(text);
      });
      return isFound ? Buffer.from(stringifyJson(masked)) : body;
    }
    // Latin-1 maps every byte to one character and back, so all others stay unchanged.
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
    const masked = this.maskForm(this.maskEnclosed(this.maskMembers(text, found), found), found);
    return masked === text ? body : Buffer.from(masked, 'latin1');
  }

  /** Masks the query of a request target. */
  maskPath(path: string, found: (value: string) => void): string {
    const at = path.indexOf('?');
    return at === -1 ? path : path.slice(0, at + 1) + this.maskForm(path.slice(at + 1), found);
  }

  /** Masks text that quotes a body or a query. */
  maskText(text: string): string {
    return this.maskMembers(text, () => undefined).replace(this.pair, `$1${MASK}`);
  }

  /** Masks the fields of a JSON value. */
  maskValue(value: JsonValue, found: (value: JsonValue) => void): JsonValue {
    if (Array.isArray(value)) return value.map((item) => this.maskValue(item, found));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (!this.has(name)) return [name, this.maskValue(inner, found)];
        found(inner);
        return [name, MASK];
      }),
    );
  }

  private maskMembers(text: string, found: (value: string) => void): string {
    return text.replace(this.member, (_, name: string, value: string) => {
      found(value.replace(/^"|"$/g, ''));
      return `${name}"${MASK}"`;
    });
  }

  private maskEnclosed(text: string, found: (value: string) => void): string {
    return this.enclosed.reduce(
      (masked, pattern) =>
        masked.replace(pattern, (_, before: string, value: string) => {
          found(value);
          return before + MASK;
        }),
      text,
    );
  }

  /** Masks `name=value` pairs (WHATWG URL, application/x-www-form-urlencoded). */
  private maskForm(text: string, found: (value: string) => void): string {
    return text.replace(/(^|&)([^&=]+)=([^&]*)/g, (whole, start: string, name: string, value: string) => {
      const [[decoded = '', plain = ''] = []] = new URLSearchParams(`${name}=${value}`);
      if (!this.has(decoded)) return whole;
      found(plain);
      return `${start}${name}=${MASK}`;
    });
  }
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (isNumber(value)) return [stringifyJson(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
