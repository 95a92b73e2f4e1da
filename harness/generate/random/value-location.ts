import type { Random } from 'fast-check';
import { isObject } from '../../core/json/index.ts';
import { appendTokens, getChild } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import {
  inPlaceSubschemas,
  prefixItemsCount,
  schemasOfItem,
  schemasOfProperty,
} from '../../openapi/schema/applicable-schemas.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** A location in a value, with its schema. */
export interface ValueLocation {
  /** JSON Pointer into the whole value. */
  readonly path: string;
  readonly schema: string;
  readonly value: JsonValue;
}

/** Larger values are not picked more often. */
const MAX_WEIGHT = 10;

/** Picks a location of a valid value at random, by node count. */
export function pickLocation(contract: Contract, root: ValueLocation, random: Random): ValueLocation {
  const inner = childLocations(contract, root, root.schema);
  let left = random.nextInt(
    0,
    inner.reduce((sum, { value }) => sum + nodeCount(value), 0),
  );
  for (const place of inner) {
    left -= nodeCount(place.value);
    if (left < 0) return pickLocation(contract, place, random);
  }
  return root;
}

/** Returns the node count of a value, up to ten. */
export function nodeCount(value: JsonValue): number {
  const inner = Array.isArray(value)
    ? value.slice(0, 1)
    : isObject(value)
      ? Object.values(value).slice(0, MAX_WEIGHT)
      : [];
  return Math.min(
    MAX_WEIGHT,
    inner.reduce<number>((sum, each) => sum + nodeCount(each), 1),
  );
}

/** Returns properties, tuple items and the first item after them, by all schemas that apply to the value. */
function childLocations(contract: Contract, { path, value }: ValueLocation, schema: string): ValueLocation[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  const effective = effectiveSchema(contract.document, schema, 'request');
  const at = (token: string, pointer: string | undefined): ValueLocation[] => {
    const inner = getChild(value, token);
    return inner === undefined || pointer === undefined
      ? []
      : [{ path: appendTokens(path, token), schema: pointer, value: inner }];
  };
  const own = isObject(value)
    ? Object.keys(value).flatMap((name) => at(name, schemasOfProperty(effective.schemas, name)?.[0]))
    : Array.from({ length: prefixItemsCount(effective.schemas) + 1 }, (_, index) =>
        at(String(index), schemasOfItem(effective.schemas, index)[0]),
      ).flat();
  const branches = inPlaceSubschemas(contract.schemas, effective, value, 'request');
  return [...own, ...branches.flatMap((branch) => childLocations(contract, { path, schema: branch, value }, branch))];
}
