import { isNumber } from '../../../core/json/decimal.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { CandidateValue } from './candidate-value.ts';

/** Arrays of other lengths and with other items than a valid one. */
export function arrayCandidates(
  shape: EffectiveSchema,
  value: readonly JsonValue[],
  accepts: (pointer: string, item: JsonValue) => boolean,
): CandidateValue[] {
  const [first] = value;
  const last = value.at(-1);
  const candidates = sizes(shape, value);
  if (forbidsExtraItems(shape)) candidates.push({ label: 'has an item more', value: [...value, last ?? 'x'] });
  candidates.push(...containing(shape, value, accepts));
  if (first !== undefined && firstKeyword(shape, 'uniqueItems') === true)
    candidates.push({ label: 'has equal items', value: [...value, first] });
  return candidates;
}

/** True where items without a place of their own may not be there. */
export function forbidsExtraItems({ schemas }: Pick<EffectiveSchema, 'schemas'>): boolean {
  const says = (keyword: string, argument?: JsonValue) =>
    schemas.some(({ schema }) =>
      argument === undefined ? schema[keyword] !== undefined : schema[keyword] === argument,
    );
  return says('items', false) || (says('unevaluatedItems', false) && !says('items'));
}

/** Arrays at and just beyond their declared lengths; how many items are too many is open where nothing says so. */
function sizes(shape: EffectiveSchema, value: readonly JsonValue[]): CandidateValue[] {
  const least = firstKeyword(shape, 'minItems');
  const most = firstKeyword(shape, 'maxItems');
  const unique = firstKeyword(shape, 'uniqueItems') === true;
  const sized = (size: number): JsonValue[] =>
    Array.from({ length: size }, (_, index) => vary(value[index % value.length] ?? null, index, unique));
  const candidates: CandidateValue[] = value.length === 0 ? [] : [{ label: 'has three items', value: sized(3) }];
  if (isNumber(least) && Number(least) > 0)
    candidates.push(
      { label: 'has minItems', value: sized(Number(least)), keyword: 'minItems' },
      { label: 'has one item less than minItems', value: sized(Number(least) - 1) },
    );
  if (isNumber(most) && Number(most) < 10_000)
    candidates.push(
      { label: 'has maxItems', value: sized(Number(most)), keyword: 'maxItems' },
      { label: 'has one item more than maxItems', value: sized(Number(most) + 1) },
    );
  else if (value.length > 0)
    // A query has no room for a thousand, and some readers of queries make no list of more than twenty.
    candidates.push(
      { label: 'has 50 items', value: sized(50), isUnspecified: true },
      { label: 'has 1,000 items', value: sized(1000), isUnspecified: true },
    );
  // Behind the lengths that are declared, because one item may be one of them.
  if (value.length > 1) candidates.push({ label: 'has one item', value: sized(1) });
  return candidates;
}

function vary(item: JsonValue, index: number, unique: boolean): JsonValue {
  if (!unique || index === 0) return item;
  if (typeof item === 'string') return `${item}${index}`;
  return typeof item === 'number' ? item + index : item;
}

/** Arrays with as many items that fit `contains` as may be, and with one more or less. */
function containing(
  { schemas }: EffectiveSchema,
  value: readonly JsonValue[],
  accepts: (pointer: string, item: JsonValue) => boolean,
): CandidateValue[] {
  return schemas.flatMap(({ pointer, schema: { contains, minContains, maxContains } }): CandidateValue[] => {
    if (contains === undefined) return [];
    const fits = (item: JsonValue) => accepts(appendTokens(pointer, 'contains'), item);
    const fitting = value.filter(fits);
    const others = value.filter((item) => !fits(item));
    if (fitting.length === 0) return [];
    const holding = (count: number): JsonValue[] => [
      ...others,
      ...Array.from({ length: count }, (_, index) => fitting[index % fitting.length] ?? null),
    ];
    const least = isNumber(minContains) ? Number(minContains) : 1;
    const candidates: CandidateValue[] = [];
    if (least > 0)
      candidates.push(
        { label: 'has just enough items that fit contains', value: holding(least), keyword: 'contains' },
        { label: 'has too few items that fit contains', value: holding(least - 1) },
      );
    if (isNumber(maxContains) && Number(maxContains) < 1000)
      candidates.push(
        { label: 'has maxContains', value: holding(Number(maxContains)), keyword: 'maxContains' },
        { label: 'has one item more than maxContains', value: holding(Number(maxContains) + 1) },
      );
    return candidates;
  });
}
