import { isNumber } from '../../core/json/decimal.ts';
import { isObject, parseNumber, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { words } from '../../openapi/resources/names.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { mayBe } from './matching-values.ts';
import { withOrderedNumbers } from './ordered-numbers.ts';
import type { ValueBuilder } from './value-builder.ts';

const COUNT =
  /^(total|count|total (count|items|results|elements|records|size|hits)|num (found|results|items)|(item|result|record)s? count|number of (elements|items|results))$/;
const PAGE = /^(page|current page|page number)$/;
const LAST_PAGE = /^(pages|total pages|page count|last page|num pages)$/;
const OFFSET = /^(offset|skip)$/;
const SIZE = /^(limit|per page|page size|size|page limit)$/;
const MORE = /^(has more|has next|has next page|has previous|has prev|has previous page|incomplete results)$/;
const PAGE_OBJECTS = /^(meta|metadata|page|paging|pagination|page info)$/;
const QUANTITY = /^(quantity|qty|amount|count)$/;
const PRICE = /^(net )?(unit price|price|price per unit|unit cost|unit amount)$/;
const LINE_TOTAL = /^(line total|total|subtotal|total price|amount|sum|net (amount|total))$/;
const GROSS = /^gross( (amount|total|price|value))?$|^(amount|total|price) gross$/;
const SUM = /^(total|subtotal|sub total|total price|total amount|grand total|amount|sum|order total|items total)$/;
const TOTAL_TIME = /^total (minutes?|hours?|seconds?|days|time)( (minutes|hours|seconds))?$/;
/** What takes a part of that time. */
const STAGE =
  /^(prep|preparation|cook|cooking|bake|baking|rest|resting|chill|chilling|marinating|proofing|set ?up|clean ?up|travel|work|working|break|waiting|drive|driving|walk|walking)$/;
const SUBTOTAL = /^(sub ?total|items total)$/;
/** What has a subtotal and more in it. */
const TOTAL = /^(total|grand total|order total|total price|total amount)$/;
const ADDED =
  /^(tip|(total )?(tax|taxes|vat|shipping|delivery|fees?|(shipping|delivery|service) (cost|fee|price))( total| amount)?)$/;
const TAKEN = /^(total )?discounts?( total| amount)?$/;
/** A sum of one kind of amount of the lines: the `gross_total` of their `gross_amount`. */
const SUM_OF_KIND = /^(net|gross|vat|tax) (total|sum|amount)$|^total (net|gross|vat|tax)( amount)?$/;
const TAX = /^(vat|tax) (amount|total|value)$/;
const DEFAULT_PAGE_SIZE = 20;

/** Returns the object with its counts, page numbers and sums as its lists require, and others in their order, if they may have that value. */
export function withMatchingNumbers(builder: ValueBuilder, effective: EffectiveSchema, object: JsonObject): JsonObject {
  const changed: JsonObject = { ...object };
  const accepts = (name: string, value: JsonValue) =>
    (effective.properties.get(name) ?? []).every((pointer) => builder.isValid(pointer, value));
  const replace = (name: string, value: JsonValue | undefined) => {
    if (value !== undefined && accepts(name, value)) setProperty(changed, name, value);
  };
  const lists = Object.entries(object).filter((each): each is [string, JsonValue[]] => Array.isArray(each[1]));
  for (const [name, value] of Object.entries(object)) {
    const phrase = words(name).join(' ');
    for (const [listName, list] of lists) {
      const own = words(listName).join(' ');
      if (isCountOf(phrase, own) || (lists.length === 1 && isPageNumber(value)))
        replace(name, pageValue(phrase, own, list.length, value));
    }
    const [only] = lists;
    if (only && lists.length === 1 && isObject(value) && PAGE_OBJECTS.test(phrase))
      replace(name, pageObject(value, only[1].length));
    replace(name, sumIn(object, phrase, value));
    if (LINE_TOTAL.test(phrase)) replace(name, lineTotal(object, name, value));
  }
  for (const [name, value] of Object.entries(object)) replace(name, grossIn(changed, name, value));
  const canBe = (name: string, value: JsonValue) => mayBe(builder, effective, changed, name, value);
  const ordered = withOrderedNumbers(new Map(Object.entries(changed)), canBe);
  for (const [name, value] of ordered) setProperty(changed, name, value);
  return changed;
}

function isCountOf(phrase: string, list: string): boolean {
  return [`${list} count`, `total ${list}`, `${list} total`, `number of ${list}`].includes(phrase);
}

function isPageNumber(value: JsonValue): boolean {
  return isNumber(value) || typeof value === 'boolean';
}

/** Returns the value of a property about a page that has all items. */
function pageValue(phrase: string, list: string, count: number, value: JsonValue): JsonValue | undefined {
  if (typeof value === 'boolean') return MORE.test(phrase) ? false : undefined;
  if (!isNumber(value)) return undefined;
  if (COUNT.test(phrase) || isCountOf(phrase, list)) return count;
  if (PAGE.test(phrase) || LAST_PAGE.test(phrase)) return 1;
  if (OFFSET.test(phrase)) return 0;
  return SIZE.test(phrase) ? Math.max(DEFAULT_PAGE_SIZE, count) : undefined;
}

function pageObject(page: JsonObject, count: number): JsonObject {
  const changed: JsonObject = {};
  for (const [name, value] of Object.entries(page))
    setProperty(changed, name, pageValue(words(name).join(' '), '', count, value) ?? value);
  return changed;
}

/** True for the words of a name that is one of a sum, or of price times quantity. */
export function isSum(phrase: string): boolean {
  return [SUM, LINE_TOTAL, TOTAL_TIME, SUM_OF_KIND].some((each) => each.test(phrase));
}

/** Returns the sum over the lines of an object, which is nothing without lines, or its own price times quantity. */
export function totalIn(object: JsonObject, name: string, value: JsonValue): JsonValue | undefined {
  const phrase = words(name).join(' ');
  const [list, ...others] = Object.values(object).filter((each) => Array.isArray(each));
  const isEmpty = SUM.test(phrase) && list?.length === 0 && others.length === 0;
  const sum = isEmpty ? money(0, value) : sumIn(object, phrase, value);
  return sum ?? (LINE_TOTAL.test(phrase) ? lineTotal(object, name, value) : undefined);
}

/**
 * Returns the sum of price times quantity over the items of the only list that has prices, if a phrase says that a value is one; beside a
 * subtotal, with what is added to it and taken from it.
 */
export function sumIn(object: JsonObject, phrase: string, value: JsonValue): JsonValue | undefined {
  if (TOTAL_TIME.test(phrase)) return totalTime(object, phrase, value);
  if (SUM_OF_KIND.test(phrase)) return sumOfKind(object, phrase, value);
  if (!SUM.test(phrase)) return undefined;
  const sums = Object.values(object).flatMap((list) => {
    if (!Array.isArray(list)) return [];
    const lines = list.map((item) => (isObject(item) ? lineCents(item) : undefined));
    return lines.length > 0 && lines.every((cents) => cents !== undefined) ? [lines.reduce((a, b) => a + b, 0)] : [];
  });
  const centsOf = (names: RegExp) =>
    Object.entries(object).flatMap(([name, each]) => (names.test(words(name).join(' ')) ? (centsIn(each) ?? []) : []));
  const subtotals = TOTAL.test(phrase) ? centsOf(SUBTOTAL) : [];
  const cents = sums.length === 1 ? sums[0] : sums.length === 0 ? subtotals[0] : undefined;
  if (cents === undefined) return undefined;
  const others = subtotals.length === 0 ? [] : [...centsOf(ADDED), ...centsOf(TAKEN).map((each) => -each)];
  const total = others.reduce((a, b) => a + b, cents);
  return total < 0 ? undefined : money(total, value);
}

function sumOfKind(object: JsonObject, phrase: string, value: JsonValue): JsonValue | undefined {
  const [kind = ''] = /net|gross|vat|tax/.exec(phrase) ?? [];
  const ofKind = new RegExp(`^(line )?${kind} (amount|total|value)$|^(amount|total) ${kind}$`);
  const sums = Object.values(object).flatMap((list) => {
    if (!Array.isArray(list) || list.length === 0) return [];
    const amounts = list.map((item) =>
      Object.entries(isObject(item) ? item : {}).find(([name]) => ofKind.test(words(name).join(' '))),
    );
    const cents = amounts.map((amount) => amount && centsIn(amount[1]));
    return cents.every((each) => each !== undefined) ? [cents.reduce((a, b) => a + b, 0)] : [];
  });
  return sums.length === 1 && sums[0] !== undefined ? money(sums[0], value) : undefined;
}

/** Returns the sum of the stages of what takes time: `totalMinutes` of `prepMinutes` and `cookMinutes`. */
function totalTime(object: JsonObject, phrase: string, value: JsonValue): JsonValue | undefined {
  const unit = phrase.slice('total'.length);
  const stages = Object.entries(object).flatMap(([name, each]) => {
    const own = words(name).join(' ');
    return own.endsWith(unit) && STAGE.test(own.slice(0, -unit.length)) && isNumber(each) ? [Number(each)] : [];
  });
  const total = stages.reduce((sum, each) => sum + each, 0);
  const isWhole = isNumber(value) && Number.isSafeInteger(total) && Number.isSafeInteger(Number(value));
  return stages.length > 1 && isWhole ? total : undefined;
}

/** Returns a record whose lines cost price times quantity, with the sums of its lines. */
export function withTotals(record: JsonObject): JsonObject {
  const lines = Object.entries(record).map(([name, value]) => {
    const items = Array.isArray(value) ? value.map((item) => (isObject(item) ? withLineTotals(item) : item)) : value;
    return [name, items] as const;
  });
  const changed: JsonObject = Object.fromEntries(lines);
  for (const [name, value] of lines)
    if (!Array.isArray(value)) setProperty(changed, name, sumIn(changed, words(name).join(' '), value) ?? value);
  return changed;
}

/** True for the words of a name that is one of price times quantity, or of the tax on it, or of both together. */
export function isLineTotal(phrase: string): boolean {
  return LINE_TOTAL.test(phrase) || GROSS.test(phrase) || TAX.test(phrase);
}

/** True for the words of the name of the tax on a line, as an amount. */
export function isTaxAmount(phrase: string): boolean {
  return TAX.test(phrase);
}

/** Returns a line that costs its price times its quantity. */
export function withLineTotals(line: JsonObject): JsonObject {
  const totals = Object.entries(line).flatMap(([name, value]) => {
    const total = LINE_TOTAL.test(words(name).join(' ')) ? lineTotal(line, name, value) : undefined;
    return total === undefined ? [] : [[name, total] as const];
  });
  const whole = { ...line, ...Object.fromEntries(totals) };
  const gross = Object.entries(whole).flatMap(([name, value]) => {
    const sum = grossIn(whole, name, value);
    return sum === undefined ? [] : [[name, sum] as const];
  });
  return gross.length === 0 ? whole : { ...whole, ...Object.fromEntries(gross) };
}

/** Returns the `grossAmount` that an object has with its `netAmount` and its `vatAmount`. */
function grossIn(object: JsonObject, name: string, value: JsonValue): JsonValue | undefined {
  const phrase = words(name).join(' ');
  if (!GROSS.test(phrase)) return undefined;
  const centsOf = (kind: string) => {
    const own = phrase.replace('gross', kind);
    const found = Object.entries(object).find(([each]) => words(each).join(' ') === own);
    return found && centsIn(found[1]);
  };
  const [net, tax] = [centsOf('net'), centsOf('vat') ?? centsOf('tax')];
  return net === undefined || tax === undefined ? undefined : money(net + tax, value);
}

/** Returns price times quantity of the object itself. */
function lineTotal(object: JsonObject, name: string, value: JsonValue): JsonValue | undefined {
  const { price, quantity } = priceAndQuantity(object, name);
  return price === undefined || quantity === undefined ? undefined : money(price * quantity, value);
}

/** What a line costs without tax, in cents: `netAmount` before `total`. */
export function netCentsIn(line: JsonObject): number | undefined {
  const totals = Object.entries(line).filter(([name]) => LINE_TOTAL.test(words(name).join(' ')));
  const net = totals.find(([name]) => /^net/.test(words(name).join(' '))) ?? totals[0];
  return net && centsIn(net[1]);
}

function lineCents(item: JsonObject): number | undefined {
  const { price, quantity } = priceAndQuantity(item, undefined);
  return price === undefined ? undefined : price * (quantity ?? 1);
}

function priceAndQuantity(object: JsonObject, except: string | undefined): { price?: number; quantity?: number } {
  const found: { price?: number; quantity?: number } = {};
  for (const [name, value] of Object.entries(object)) {
    const cents = centsIn(value);
    const phrase = words(name).join(' ');
    if (name === except || cents === undefined) continue;
    if (PRICE.test(phrase)) found.price ??= cents;
    else if (QUANTITY.test(phrase) && cents % 100 === 0) found.quantity ??= cents / 100;
  }
  return found;
}

function centsIn(value: JsonValue): number | undefined {
  const amount = typeof value === 'string' || isNumber(value) ? Number(value) : Number.NaN;
  return Number.isFinite(amount) ? Math.round(amount * 100) : undefined;
}

/** Returns an amount in the form of the value that it replaces. */
export function money(cents: number, value: JsonValue): JsonValue | undefined {
  const text = (cents / 100).toFixed(2);
  if (typeof value === 'string') return text;
  return isNumber(value) ? parseNumber(text) : undefined;
}
