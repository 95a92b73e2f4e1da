import { isObject } from '../../../core/json/index.ts';
import { replaceAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { sumsIn, type ToldSum } from '../../../openapi/resources/prose/sums.ts';

/** Returns a record whose numbers follow from others as the document says in words, if it may have those values. */
export function withToldSums(
  record: JsonObject,
  sums: readonly ToldSum[],
  isValid: (record: JsonValue) => boolean,
): JsonObject {
  let added: JsonValue = record;
  // One may follow from another one that comes later.
  for (const sum of [...sums, ...sums])
    for (const { at, expected, actual } of sumsIn(added, sum))
      if (expected !== actual) added = replaceAt(added, at, expected);
  return added !== record && isObject(added) && isValid(added) ? added : record;
}
