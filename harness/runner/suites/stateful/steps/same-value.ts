import { isNumber } from '../../../../core/json/decimal.ts';
import { jsonEqual } from '../../../../core/json/equal.ts';
import { isObject, parseNumber } from '../../../../core/json/index.ts';
import type { JsonValue } from '../../../../core/model.ts';

/**
 * True if a service that was sent one value may show the other: normalized text, the same number or instant written in
 * another way, the items of an array in another order.
 */
export function isSameValue(sent: JsonValue, shown: JsonValue): boolean {
  if (jsonEqual(sent, shown)) return true;
  if (Array.isArray(sent) && Array.isArray(shown)) return isSameSet(sent, shown);
  if (isObject(sent) && isObject(shown))
    return Object.entries(sent).every(([name, value]) => {
      const other = Object.hasOwn(shown, name) ? shown[name] : undefined;
      return other === undefined ? isNothing(value) : isSameValue(value, other);
    });
  if (typeof sent === 'string' && typeof shown === 'string') return isSameText(sent, shown);
  return isSameNumber(sent, shown);
}

/** As {@link isSameValue}, but sentences keep all of their letters; they may be stored in lower or upper case, unless `isExact`. */
export function isPreserved(sent: JsonValue, shown: JsonValue, isExact: boolean): boolean {
  if (!isSentence(sent) || typeof shown !== 'string' || DATE.test(sent)) return isSameValue(sent, shown);
  if (isExact) return sent === shown;
  const isUniform = !/[a-z]/.test(shown) || !/[A-Z]/.test(shown);
  return bare(sent) === bare(shown) || (isUniform && bare(sent).toLowerCase() === bare(shown).toLowerCase());
}

/** Text of several words is written for people. */
function isSentence(value: JsonValue): value is string {
  return typeof value === 'string' && /\S\s\S/.test(value);
}

function bare(text: string): string {
  return text.normalize('NFC').trim();
}

/** True for values that a service may show by leaving the property out, as some serializers do. */
export function isNothing(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === '' || value === false || value === 0;
}

function isSameSet(sent: readonly JsonValue[], shown: readonly JsonValue[]): boolean {
  const isIn = (list: readonly JsonValue[]) => (item: JsonValue) => list.some((each) => isSameValue(item, each));
  return sent.every(isIn(shown)) && shown.every(isIn(sent));
}

/** Text that is long enough to be that of one record only. */
export function isUniqueText(value: JsonValue): boolean {
  return typeof value === 'string' && value.length >= 8 && !/^\d{4}-\d{2}-\d{2}/.test(value);
}

const DATE = /^\d{4}-\d{2}-\d{2}/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}/;

function isSameText(sent: string, shown: string): boolean {
  if (plain(sent) === plain(shown) && plain(sent) !== '') return true;
  if (DATE.test(sent) && DATE.test(shown)) return isSameTime(sent, shown);
  return isSameNumber(sent, shown);
}

/** Letters and digits alone: white space, letter case, marks and Unicode forms may be normalized. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The same instant to the second, or the same day if one of them has no time. */
function isSameTime(sent: string, shown: string): boolean {
  if (!DATE_TIME.test(sent) || !DATE_TIME.test(shown)) return sent.slice(0, 10) === shown.slice(0, 10);
  return Math.abs(Date.parse(sent) - Date.parse(shown)) < 1000;
}

const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** The same number, also as a string: `"12.50"` and `12.5`; `05` only as a decimal such as `5.00`, since it may be a code. */
function isSameNumber(sent: JsonValue, shown: JsonValue): boolean {
  const isFixed = typeof shown === 'string' && /^-?\d+\.\d+$/.test(shown);
  const [a, b] = [numberIn(isFixed && typeof sent === 'string' ? canonicalDecimal(sent) : sent), numberIn(shown)];
  return a !== undefined && b !== undefined && jsonEqual(a, b);
}

/** `5` for `05` and `5.`, `0.5` for `.5`. */
function canonicalDecimal(text: string): string {
  const [, sign, whole = '', fraction = ''] = /^\+?(-?)(?=\.?\d)0*(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (sign === undefined) return text;
  return `${sign}${whole || '0'}${fraction && '.'}${fraction}`;
}

function numberIn(value: JsonValue): JsonValue | undefined {
  if (isNumber(value)) return value;
  return typeof value === 'string' && DECIMAL.test(value) ? parseNumber(value) : undefined;
}
