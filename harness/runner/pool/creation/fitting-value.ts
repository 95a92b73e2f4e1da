import { isNumber } from '../../../core/json/decimal.ts';
import { inOtherType } from '../../../core/json/other-type.ts';
import type { JsonValue } from '../../../core/model.ts';

/**
 * An identifier as it can be sent where types differ, as in `{ "id": 86 }` and `/books/{id}` with a string: as it is, a number
 * as text or a text as number, each alone or in an array.
 * @returns undefined if none is accepted
 */
export function fittingValue(value: JsonValue, accepts: (value: JsonValue) => boolean): JsonValue | undefined {
  const scalars = [value, ...inOtherType(value)];
  return scalars.flatMap((scalar) => [scalar, [scalar]]).find(accepts);
}

/** An identifier as the value that it replaces is written. */
export function writtenLike(value: JsonValue, present: JsonValue): JsonValue {
  return fittingValue(value, (form) => isSameKind(form, present)) ?? value;
}

function isSameKind(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return other.length === 0 || isSameKind(one[0], other[0]);
  return (isNumber(one) && isNumber(other)) || (typeof one === 'string' && typeof other === 'string');
}
