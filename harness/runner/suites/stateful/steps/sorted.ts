import { isNumber } from '../../../../core/json/decimal.ts';
import type { JsonValue } from '../../../../core/model.ts';

type Compare = (a: JsonValue, b: JsonValue) => number;

const byNumber: Compare = (a, b) => Number(String(a)) - Number(String(b));
const byTime: Compare = (a, b) => Date.parse(String(a)) - Date.parse(String(b));
const byText: readonly Compare[] = [
  (a, b) => (String(a) < String(b) ? -1 : Number(String(a) > String(b))),
  (a, b) => String(a).localeCompare(String(b), 'en'),
  (a, b) => String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' }),
  (a, b) => String(a).toLowerCase().localeCompare(String(b).toLowerCase(), 'en', { ignorePunctuation: true }),
];

/** True for a text with a number that a double holds: `12.50`. */
export function isDecimal(value: JsonValue): value is string {
  return typeof value === 'string' && /^-?\d{1,12}(?:\.\d{1,3})?$/.test(value);
}

/** In the order of numbers, of times, or of texts by any of the usual collations. */
export function isSorted(values: readonly JsonValue[], isDescending: boolean): boolean {
  const areTimes = values.every((value) => /^\d{4}-\d{2}-\d{2}/.test(String(value)));
  const compares = values.every(isNumber) ? [byNumber] : areTimes ? [...byText, byTime] : byText;
  return compares.some((compare) =>
    values.every((value, index) => {
      const before = values[index - 1];
      const order = before === undefined ? 0 : compare(before, value);
      return isDescending ? order >= 0 : order <= 0;
    }),
  );
}
