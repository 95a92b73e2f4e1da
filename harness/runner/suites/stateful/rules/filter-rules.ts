import { isNumber } from '../../../../core/json/decimal.ts';
import { jsonEqual } from '../../../../core/json/equal.ts';
import { getAllAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { Selector } from '../../../../openapi/resources/operations/selectors.ts';
import type { ToldBound } from '../../../../openapi/resources/prose/filters.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Comparison } from './filter-comparison.ts';

/** A filter with a value, and the property that it is about. */
export interface Filter {
  readonly by: Selector;
  readonly pointer: string;
  readonly value: JsonValue;
  readonly comparison: Comparison;
  /** What the document says of records at a bound. */
  readonly bound?: ToldBound | undefined;
}

/** An amount that is a text, and what begins as RFC 3339 has dates: `Shelf 3` is a date for JavaScript, too. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}/;

export function orderOf(value: JsonValue): number | undefined {
  if (isNumber(value) || isDecimal(value)) return Number(String(value));
  const order = typeof value === 'string' && DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(order) ? undefined : order;
}

function isDecimal(value: JsonValue): boolean {
  return typeof value === 'string' && DECIMAL.test(value);
}

export function compare(value: JsonValue, other: JsonValue): number | undefined {
  const [first, second] = [orderOf(value), orderOf(other)];
  return first === undefined || second === undefined ? undefined : Math.sign(first - second);
}

/** Which records a filter has to select, and which to leave out; those at a bound are left open, unless the document says. */
export function rulesOf({ comparison, value, pointer, bound }: Filter) {
  const valuesOf = (record: JsonValue) => getAllAt(record, parsePointer(pointer));
  const some = (test: (each: JsonValue) => boolean) => (record: JsonValue) => valuesOf(record).some(test);
  const isOn = (side: number) => some((each) => compare(each, value) === side);
  const isEqual = some((each) => isSameValue(each, value));
  // `12.5` and `12.50` are the same amount.
  const isAt = some((each) => jsonEqual(each, value) || (isDecimal(each) && compare(each, value) === 0));
  const beyond = (side: number, at: ToldBound) => (record: JsonValue) =>
    isOn(side)(record) || (bound === at && isAt(record));
  switch (comparison) {
    case 'equal':
      return { selects: isEqual, excludes: (record: JsonValue) => !isEqual(record) };
    case 'part':
      return {
        selects: isEqual,
        excludes: (record: JsonValue) => !valuesOf(record).some((each) => isRelated(each, value)),
      };
    case 'least':
      return { selects: beyond(1, 'inclusive'), excludes: beyond(-1, 'exclusive') };
    case 'most':
      return { selects: beyond(-1, 'inclusive'), excludes: beyond(1, 'exclusive') };
    case 'ordered':
      return { selects: () => false, excludes: () => false };
  }
}

/** Whether a text has a word of another one; a search may be content with one. */
function isRelated(text: JsonValue, searched: JsonValue): boolean {
  const own = String(text).toLowerCase();
  const parts = String(searched)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return parts.some((part) => part !== '' && own.includes(part));
}
