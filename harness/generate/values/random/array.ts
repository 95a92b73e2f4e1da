import { type Arbitrary, array, constant, shuffledSubarray, tuple } from 'fast-check';
import { isNumber } from '../../../core/json/decimal.ts';
import { canonicalize } from '../../../core/json/equal.ts';
import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { prefixItemsCount, schemasOfItem } from '../../../openapi/schema/applicable-schemas.ts';
import { forbidsExtraItems } from '../boundary/arrays.ts';
import { OneofArbitrary } from './arbitraries/oneof.ts';
import type { MergedSchema } from './merge-schemas.ts';
import { MAX_NODE_COUNT, REQUIRED_ONLY_DEPTH, type SchemaGenerator, type SizedArbitrary } from './schema-generator.ts';

/** Maximum items by depth, unless the schema requires more. */
const DEFAULT_MAX_ITEMS = [4, 3, 2, 1];
const MAX_ITEMS = 10_000;

/** Returns an arbitrary of arrays, of few items unless the schema requires more. */
export function arrayArbitrary(
  generator: SchemaGenerator,
  merged: MergedSchema,
  depth: number,
): SizedArbitrary | undefined {
  const { min, max } = sizes(merged, depth);
  if (min > max || min > MAX_ITEMS) return undefined;
  const unique = merged.schemas.some(({ schema }) => schema['uniqueItems'] === true);
  const first = prefixArbitraries(generator, merged, depth).slice(0, max);
  const item = max > first.length ? itemArbitrary(generator, merged, depth) : undefined;
  if (min > first.length && !item) return undefined;
  const few = { minLength: Math.max(0, min - first.length), maxLength: Math.max(0, max - first.length) };
  const rest = item ? itemsArbitrary(item, few, unique) : constant([]);
  const head = tuple(...first.map(({ arbitrary }) => arbitrary));
  const result = tuple(head, rest).map((both): JsonValue[] => both.flat(1));
  const size = first.reduce((sum, built) => sum + built.size, 1 + few.minLength * (item?.size ?? 0));
  if (size > MAX_NODE_COUNT) return undefined;
  return { arbitrary: unique ? result.map(withoutDuplicates) : result, size };
}

function sizes({ schemas }: MergedSchema, depth: number): { min: number; max: number } {
  const declared = (keyword: string) =>
    schemas.flatMap(({ schema }) => (isNumber(schema[keyword]) ? [Number(schema[keyword])] : []));
  const contained = schemas.some(
    ({ schema }) => schema['contains'] !== undefined && schema['minContains'] === undefined,
  );
  const min = Math.max(contained ? 1 : 0, ...declared('minItems'), ...declared('minContains'));
  const defaultMax = depth >= REQUIRED_ONLY_DEPTH ? min : Math.max(min, DEFAULT_MAX_ITEMS[depth] ?? 1);
  return { min, max: Math.min(defaultMax, ...declared('maxItems')) };
}

/** Returns the arbitraries of `prefixItems`, up to the first that has none. */
function prefixArbitraries(generator: SchemaGenerator, { schemas }: MergedSchema, depth: number): SizedArbitrary[] {
  const built = Array.from({ length: prefixItemsCount(schemas) }, (_, index) =>
    generator.values(schemasOfItem(schemas, index), depth + 1),
  );
  const end = built.indexOf(undefined);
  return built.slice(0, end === -1 ? undefined : end).flatMap((each) => each ?? []);
}

/** Returns the items after `prefixItems`, those that `contains` requires among them. */
function itemArbitrary(
  generator: SchemaGenerator,
  { schemas }: MergedSchema,
  depth: number,
): SizedArbitrary | undefined {
  if (schemas.some(({ schema }) => schema['items'] === false)) return undefined;
  const pointers = (keyword: string) =>
    schemas.flatMap(({ pointer, schema }) => (isObject(schema[keyword]) ? [appendTokens(pointer, keyword)] : []));
  const contained = pointers('contains');
  const wanted = contained.length > 0 ? generator.values([...pointers('items'), ...contained], depth + 1) : undefined;
  if (forbidsExtraItems({ schemas })) return wanted;
  const anyItem = generator.values(schemasOfItem(schemas, prefixItemsCount(schemas)), depth + 1);
  if (!anyItem || !wanted) return anyItem ?? wanted;
  return {
    ...anyItem,
    arbitrary: new OneofArbitrary([wanted, anyItem].map(({ arbitrary }) => ({ weight: 1, arbitrary }))),
  };
}

/** Picks unique items of a listed set without repetition; other items may repeat. */
function itemsArbitrary(
  { arbitrary, choices }: SizedArbitrary,
  lengths: { readonly minLength: number; readonly maxLength: number },
  unique: boolean,
): Arbitrary<JsonValue[]> {
  if (!unique || !choices) return array(arbitrary, { ...lengths, size: 'max' });
  const maxLength = Math.min(lengths.maxLength, choices.length);
  return shuffledSubarray([...choices], { minLength: Math.min(lengths.minLength, maxLength), maxLength });
}

function withoutDuplicates(items: readonly JsonValue[]): JsonValue[] {
  return [...new Map(items.map((item) => [canonicalize(item), item])).values()];
}
