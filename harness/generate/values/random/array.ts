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

/** The most items at each depth, where the schema does not demand more. */
const USUAL_ITEMS = [4, 3, 2, 1];
const MAX_ITEMS = 10_000;

/** Arrays of their declared items, of a few lengths from the declared ones. */
export function arrayArbitrary(
  bridge: SchemaGenerator,
  blend: MergedSchema,
  depth: number,
): SizedArbitrary | undefined {
  const { min, max } = sizes(blend, depth);
  if (min > max || min > MAX_ITEMS) return undefined;
  const unique = blend.schemas.some(({ schema }) => schema['uniqueItems'] === true);
  const first = leading(bridge, blend, depth).slice(0, max);
  const item = max > first.length ? itemOf(bridge, blend, depth) : undefined;
  if (min > first.length && !item) return undefined;
  const few = { minLength: Math.max(0, min - first.length), maxLength: Math.max(0, max - first.length) };
  const rest = item ? several(item, few, unique) : constant([]);
  const head = tuple(...first.map(({ arbitrary }) => arbitrary));
  const whole = tuple(head, rest).map((both): JsonValue[] => both.flat(1));
  const size = first.reduce((sum, built) => sum + built.size, 1 + few.minLength * (item?.size ?? 0));
  if (size > MAX_NODE_COUNT) return undefined;
  return { arbitrary: unique ? whole.map(distinct) : whole, size };
}

function sizes({ schemas }: MergedSchema, depth: number): { min: number; max: number } {
  const given = (keyword: string) =>
    schemas.flatMap(({ schema }) => (isNumber(schema[keyword]) ? [Number(schema[keyword])] : []));
  const contained = schemas.some(
    ({ schema }) => schema['contains'] !== undefined && schema['minContains'] === undefined,
  );
  const least = Math.max(contained ? 1 : 0, ...given('minItems'), ...given('minContains'));
  const usual = depth >= REQUIRED_ONLY_DEPTH ? least : Math.max(least, USUAL_ITEMS[depth] ?? 1);
  return { min: least, max: Math.min(usual, ...given('maxItems')) };
}

/** The items that have a schema of their own by their place; as many as find values. */
function leading(bridge: SchemaGenerator, { schemas }: MergedSchema, depth: number): SizedArbitrary[] {
  const built = Array.from({ length: prefixItemsCount(schemas) }, (_, index) =>
    bridge.values(schemasOfItem(schemas, index), depth + 1),
  );
  const end = built.indexOf(undefined);
  return built.slice(0, end === -1 ? undefined : end).flatMap((each) => each ?? []);
}

/** Items without a place of their own: any, and those that `contains` asks for; the latter alone where nothing else may be there. */
function itemOf(bridge: SchemaGenerator, { schemas }: MergedSchema, depth: number): SizedArbitrary | undefined {
  if (schemas.some(({ schema }) => schema['items'] === false)) return undefined;
  const pointers = (keyword: string) =>
    schemas.flatMap(({ pointer, schema }) => (isObject(schema[keyword]) ? [appendTokens(pointer, keyword)] : []));
  const contained = pointers('contains');
  const wanted = contained.length > 0 ? bridge.values([...pointers('items'), ...contained], depth + 1) : undefined;
  if (forbidsExtraItems({ schemas })) return wanted;
  const usual = bridge.values(schemasOfItem(schemas, prefixItemsCount(schemas)), depth + 1);
  if (!usual || !wanted) return usual ?? wanted;
  return {
    ...usual,
    arbitrary: new OneofArbitrary([wanted, usual].map(({ arbitrary }) => ({ weight: 1, arbitrary }))),
  };
}

/** Unique items of a short list are drawn from it in any order; others are drawn freely, and those that repeat left out. */
function several(
  { arbitrary, choices }: SizedArbitrary,
  lengths: { readonly minLength: number; readonly maxLength: number },
  unique: boolean,
): Arbitrary<JsonValue[]> {
  if (!unique || !choices) return array(arbitrary, { ...lengths, size: 'max' });
  const maxLength = Math.min(lengths.maxLength, choices.length);
  return shuffledSubarray([...choices], { minLength: Math.min(lengths.minLength, maxLength), maxLength });
}

function distinct(items: readonly JsonValue[]): JsonValue[] {
  return [...new Map(items.map((item) => [canonicalize(item), item])).values()];
}
