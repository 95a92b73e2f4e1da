import type { Json } from '../../../core/model.ts';
import { isNumber } from '../../../core/json/decimal.ts';
import { join } from '../../../core/json/pointer.ts';
import { keyword, type Shape } from '../../../openapi/schema/effective-schema.ts';
import type { Candidate } from './candidate-value.ts';

/** Arrays of other lengths and with other items than a valid one. */
export function arrayCandidates(
  shape: Shape,
  value: readonly Json[],
  accepts: (pointer: string, item: Json) => boolean,
): Candidate[] {
  const [first] = value;
  const last = value.at(-1);
  const candidates = sizes(shape, value);
  if (isClosed(shape)) candidates.push({ label: 'has an item more', value: [...value, last ?? 'x'] });
  candidates.push(...containing(shape, value, accepts));
  if (first !== undefined && keyword(shape, 'uniqueItems') === true)
    candidates.push({ label: 'has equal items', value: [...value, first] });
  return candidates;
}

/** True where items without a place of their own may not be there. */
export function isClosed({ parts }: Pick<Shape, 'parts'>): boolean {
  const says = (keyword: string, argument?: Json) =>
    parts.some(({ schema }) => (argument === undefined ? schema[keyword] !== undefined : schema[keyword] === argument));
  return says('items', false) || (says('unevaluatedItems', false) && !says('items'));
}

/** Arrays at and just beyond their declared lengths; how many items are too many is open where nothing says so. */
function sizes(shape: Shape, value: readonly Json[]): Candidate[] {
  const least = keyword(shape, 'minItems');
  const most = keyword(shape, 'maxItems');
  const unique = keyword(shape, 'uniqueItems') === true;
  const sized = (size: number): Json[] =>
    Array.from({ length: size }, (_, index) => vary(value[index % value.length] ?? null, index, unique));
  const candidates: Candidate[] = value.length === 0 ? [] : [{ label: 'has three items', value: sized(3) }];
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
      { label: 'has 50 items', value: sized(50), open: true },
      { label: 'has 1,000 items', value: sized(1000), open: true },
    );
  // Behind the lengths that are declared, because one item may be one of them.
  if (value.length > 1) candidates.push({ label: 'has one item', value: sized(1) });
  return candidates;
}

function vary(item: Json, index: number, unique: boolean): Json {
  if (!unique || index === 0) return item;
  if (typeof item === 'string') return `${item}${index}`;
  return typeof item === 'number' ? item + index : item;
}

/** Arrays with as many items that fit `contains` as may be, and with one more or less. */
function containing(
  { parts }: Shape,
  value: readonly Json[],
  accepts: (pointer: string, item: Json) => boolean,
): Candidate[] {
  return parts.flatMap(({ pointer, schema: { contains, minContains, maxContains } }): Candidate[] => {
    if (contains === undefined) return [];
    const fits = (item: Json) => accepts(join(pointer, 'contains'), item);
    const fitting = value.filter(fits);
    const others = value.filter((item) => !fits(item));
    if (fitting.length === 0) return [];
    const holding = (count: number): Json[] => [
      ...others,
      ...Array.from({ length: count }, (_, index) => fitting[index % fitting.length] ?? null),
    ];
    const least = isNumber(minContains) ? Number(minContains) : 1;
    const candidates: Candidate[] = [];
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
