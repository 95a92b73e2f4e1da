import {
  compare,
  type Decimal,
  INTEGER_FORMATS,
  isInteger,
  isMultipleOf,
  isNumber,
  toDecimal,
} from '../../../core/json/decimal.ts';
import type { ExactNumber, JsonValue } from '../../../core/model.ts';
import { type Keyword, type KeywordContext, type ValidateFn, violation } from '../keyword.ts';

/** A bound of a schema: exclusive in 3.0 by a boolean beside it, in 3.1 by a separate keyword. */
export interface Bound {
  readonly keyword: string;
  readonly limit: Decimal;
  /** The limit as the document writes it. */
  readonly value: number | ExactNumber;
  readonly exclusive: boolean;
}

function readBound(schema: Record<string, JsonValue>, inclusive: string, exclusive: string): Bound[] {
  const bounds: Bound[] = [];
  const plain = schema[inclusive];
  const strict = schema[exclusive];
  if (isNumber(plain))
    bounds.push({ keyword: inclusive, limit: toDecimal(plain), value: plain, exclusive: strict === true });
  if (isNumber(strict)) bounds.push({ keyword: exclusive, limit: toDecimal(strict), value: strict, exclusive: true });
  return bounds;
}

export const lowerBounds = (schema: Record<string, JsonValue>): Bound[] =>
  readBound(schema, 'minimum', 'exclusiveMinimum');
export const upperBounds = (schema: Record<string, JsonValue>): Bound[] =>
  readBound(schema, 'maximum', 'exclusiveMaximum');

function bound(
  scope: KeywordContext,
  { keyword, limit, value: written, exclusive }: Bound,
  lower: boolean,
): ValidateFn {
  // Most numbers are integers that a double holds exactly; their order is that of the doubles.
  const plain = typeof written === 'number' && Number.isSafeInteger(written) ? written : undefined;
  return (value, path, errors) => {
    if (!isNumber(value)) return;
    const isPlain = plain !== undefined && typeof value === 'number' && Number.isSafeInteger(value);
    const order = (isPlain ? Math.sign(value - plain) : compare(toDecimal(value), limit)) * (lower ? 1 : -1);
    if (order < 0 || (order === 0 && exclusive)) errors.push(violation(scope, keyword, path, value));
  };
}

export const range: Keyword = (scope) => {
  const all = [
    ...lowerBounds(scope.schema).map((each) => bound(scope, each, true)),
    ...upperBounds(scope.schema).map((each) => bound(scope, each, false)),
  ];
  if (all.length === 0) return undefined;
  return (value, path, errors) => {
    for (const each of all) each(value, path, errors);
  };
};

export const multipleOf: Keyword = (scope) => {
  const step = scope.schema['multipleOf'];
  if (!isNumber(step)) return undefined;
  const divisor = toDecimal(step);
  return (value, path, errors) => {
    if (isNumber(value) && !isMultipleOf(toDecimal(value), divisor))
      errors.push(violation(scope, 'multipleOf', path, value));
  };
};

/** The integer formats such as int32: their exact range, by the source text of the number. */
export const integerFormat: Keyword = (scope) => {
  const format = String(scope.schema['format']);
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  if (range === undefined) return undefined;
  const min = { m: range.min, e: 0 };
  const max = { m: range.max, e: 0 };
  const [lowest, highest] = [Number(range.min), Number(range.max)];
  return (value, path, errors) => {
    if (!isNumber(value) || (typeof value === 'number' && value >= lowest && value <= highest)) return;
    const number = toDecimal(value);
    if (isInteger(number) && (compare(number, min) < 0 || compare(number, max) > 0))
      errors.push(violation(scope, 'format', path, value));
  };
};
