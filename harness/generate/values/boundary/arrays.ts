import { isNumber } from '../../../core/json/decimal.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { CandidateValue } from './candidate-value.ts';

/** Returns arrays of other lengths or with other items than a valid one. */
export function arrayCandidates(
  effective: EffectiveSchema,
  value: readonly JsonValue[],
  accepts: (pointer: string, item: JsonValue) => boolean,
): CandidateValue[] {
  const [first] = value;
  const last = value.at(-1);
  const candidates = lengthCandidates(effective, value);
  if (forbidsExtraItems(effective)) candidates.push({ label: 'has an extra item', value: [...value, last ?? 'x'] });
  candidates.push(...containsCandidates(effective, value, accepts));
  if (first !== undefined && firstKeyword(effective, 'uniqueItems') === true)
    candidates.push({ label: 'has equal items', value: [...value, first] });
  return candidates;
}

/** Returns whether items beyond `prefixItems` are forbidden. */
export function forbidsExtraItems({ schemas }: Pick<EffectiveSchema, 'schemas'>): boolean {
  const has = (keyword: string, argument?: JsonValue) =>
    schemas.some(({ schema }) =>
      argument === undefined ? schema[keyword] !== undefined : schema[keyword] === argument,
    );
  return has('items', false) || (has('unevaluatedItems', false) && !has('items'));
}

/** Returns arrays at and just beyond the declared lengths; without `maxItems` long ones are unspecified. */
function lengthCandidates(effective: EffectiveSchema, value: readonly JsonValue[]): CandidateValue[] {
  const min = firstKeyword(effective, 'minItems');
  const max = firstKeyword(effective, 'maxItems');
  const unique = firstKeyword(effective, 'uniqueItems') === true;
  const sized = (size: number): JsonValue[] =>
    Array.from({ length: size }, (_, index) => vary(value[index % value.length] ?? null, index, unique));
  const candidates: CandidateValue[] = value.length === 0 ? [] : [{ label: 'has three items', value: sized(3) }];
  if (isNumber(min) && Number(min) > 0)
    candidates.push(
      { label: 'has minItems', value: sized(Number(min)), keyword: 'minItems' },
      { label: 'has one item less than minItems', value: sized(Number(min) - 1) },
    );
  if (isNumber(max) && Number(max) < 10_000)
    candidates.push(
      { label: 'has maxItems', value: sized(Number(max)), keyword: 'maxItems' },
      { label: 'has one item more than maxItems', value: sized(Number(max) + 1) },
    );
  else if (value.length > 0)
    // 1,000 items do not fit in a query, and some query parsers limit lists to 20 items.
    candidates.push(
      { label: 'has 50 items', value: sized(50), isUnspecified: true },
      { label: 'has 1,000 items', value: sized(1000), isUnspecified: true },
    );
  // After the declared lengths, because one item may be one of them.
  if (value.length > 1) candidates.push({ label: 'has one item', value: sized(1) });
  return candidates;
}

function vary(item: JsonValue, index: number, unique: boolean): JsonValue {
  if (!unique || index === 0) return item;
  if (typeof item === 'string') return `${item}${index}`;
  return typeof item === 'number' ? item + index : item;
}

/** Returns arrays with as many items matching `contains` as allowed, and with one more or less. */
function containsCandidates(
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
    const min = isNumber(minContains) ? Number(minContains) : 1;
    const candidates: CandidateValue[] = [];
    if (min > 0)
      candidates.push(
        { label: 'has just enough items that match contains', value: holding(min), keyword: 'contains' },
        { label: 'has too few items that match contains', value: holding(min - 1) },
      );
    if (isNumber(maxContains) && Number(maxContains) < 1000)
      candidates.push(
        { label: 'has maxContains', value: holding(Number(maxContains)), keyword: 'maxContains' },
        { label: 'has one item more than maxContains', value: holding(Number(maxContains) + 1) },
      );
    return candidates;
  });
}
