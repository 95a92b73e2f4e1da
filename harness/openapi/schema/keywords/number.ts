import type { ExactNumber, Json } from '../../../core/model.ts';
import { compare, type Decimal, decimal, INTEGER_FORMATS, isInteger, isMultipleOf, isNumber } from '../../../core/json/decimal.ts';
import { type Keyword, type Scope, schemaError, type Validate } from '../keyword.ts';

/** A bound of a schema: exclusive in 3.0 by a boolean beside it, in 3.1 by a keyword of its own. */
export interface Bound {
  readonly keyword: string;
  readonly limit: Decimal;
  /** The limit as the document writes it. */
  readonly value: number | ExactNumber;
  readonly exclusive: boolean;
}

function readBound(schema: Record<string, Json>, inclusive: string, exclusive: string): Bound[] {
  const bounds: Bound[] = [];
  const plain = schema[inclusive];
  const strict = schema[exclusive];
  if (isNumber(plain))
    bounds.push({ keyword: inclusive, limit: decimal(plain), value: plain, exclusive: strict === true });
  if (isNumber(strict)) bounds.push({ keyword: exclusive, limit: decimal(strict), value: strict, exclusive: true });
  return bounds;
}

export const lowerBounds = (schema: Record<string, Json>): Bound[] => readBound(schema, 'minimum', 'exclusiveMinimum');
export const upperBounds = (schema: Record<string, Json>): Bound[] => readBound(schema, 'maximum', 'exclusiveMaximum');

function bound(scope: Scope, { keyword, limit, exclusive }: Bound, lower: boolean): Validate {
  return (value, path, errors) => {
    if (!isNumber(value)) return;
    const order = compare(decimal(value), limit) * (lower ? 1 : -1);
    if (order < 0 || (order === 0 && exclusive)) errors.push(schemaError(scope, keyword, path, value));
  };
}

export const bounds: Keyword = (scope) => {
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
  const divisor = decimal(step);
  return (value, path, errors) => {
    if (isNumber(value) && !isMultipleOf(decimal(value), divisor))
      errors.push(schemaError(scope, 'multipleOf', path, value));
  };
};

/** int32, int64 and their kin: the exact range, by the number's source text. */
export const integerFormat: Keyword = (scope) => {
  const format = String(scope.schema['format']);
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  if (range === undefined) return undefined;
  const min = { m: range.min, e: 0 };
  const max = { m: range.max, e: 0 };
  return (value, path, errors) => {
    if (!isNumber(value)) return;
    const number = decimal(value);
    if (isInteger(number) && (compare(number, min) < 0 || compare(number, max) > 0))
      errors.push(schemaError(scope, 'format', path, value));
  };
};
