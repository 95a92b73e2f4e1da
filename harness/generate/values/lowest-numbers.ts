import { isNumber } from '../../core/json/decimal.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { type Place, primitives } from './distinct-value.ts';
import { replaceWhereValid } from './replace-where-valid.ts';

/** An amount of money in a text. */
const DECIMAL = /^\d+(\.\d+)?$/;

/**
 * Returns a copy of a valid value whose numbers are as low as a count or an amount can be: what a record has may be the limit,
 * such as the persons that a room holds. A negative one, which takes away, is such a count, too.
 * @param pointer of the schema
 * @param isLowered which of the numbers
 */
export function lowestNumbers(
  contract: Contract,
  pointer: string,
  value: JsonValue,
  isLowered: (place: Place) => boolean = () => true,
): JsonValue {
  const replacements = [...primitives(contract, { pointer, value, at: '' })]
    .filter(isLowered)
    .map((place) => ({ at: place.at, candidates: lowerThan(contract, place) }))
    .filter(({ candidates }) => candidates.length > 0);
  return replaceWhereValid(value, replacements, (changed) => contract.schemas.accepts(pointer, changed, 'request'));
}

function lowerThan({ document }: Contract, { value, pointer }: Place): JsonValue[] {
  const schema = effectiveSchema(document, pointer, 'request');
  if (firstKeyword(schema, 'enum') !== undefined) return [];
  if (isNumber(value)) {
    if (Number(value) < 0) return [1];
    const minimum = firstKeyword(schema, 'minimum');
    return [1, ...(isNumber(minimum) ? [minimum] : [])].filter((each) => Number(each) < Number(value));
  }
  if (typeof value !== 'string' || firstKeyword(schema, 'pattern') === undefined || !DECIMAL.test(value)) return [];
  const digits = value.split('.')[1]?.length ?? 0;
  const lowest = (10 ** -digits).toFixed(digits);
  return Number(lowest) < Number(value) ? [lowest] : [];
}
