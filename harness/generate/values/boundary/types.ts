import { isNumber } from '../../../core/json/decimal.ts';
import { jsonEqual } from '../../../core/json/equal.ts';
import { isObject, stringifyJson } from '../../../core/json/index.ts';
import { ExactNumber, type JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { CandidateValue } from './candidate-value.ts';

/** Returns values of every type, e.g. a numeric string or the value in an array; some may be of an allowed type. */
export function typeCandidates(
  effective: EffectiveSchema,
  base: JsonValue,
  isNullUnspecified = false,
): CandidateValue[] {
  const isUnspecifiedType = !effective.hasType && effective.alternatives.length === 0 ? 'if valid' : false;
  const all: CandidateValue[] = [
    { label: 'is null', value: null },
    { label: 'is true', value: true },
    { label: 'is false', value: false },
    { label: 'is a number', value: 42 },
    { label: 'is a fraction', value: 1.5 },
    { label: 'is a string', value: 'text' },
    { label: 'is an empty string', value: '' },
    { label: 'is an empty array', value: [] },
    { label: 'is wrapped in an array', value: [base] },
    { label: 'is an empty object', value: {} },
    { label: 'is wrapped in an object', value: { value: base } },
    ...mistypedCandidates(base),
  ];
  return all
    .filter(({ value }) => !jsonEqual(value, base))
    .map((candidate) => ({
      ...candidate,
      isUnspecified: (isNullUnspecified && candidate.value === null) || isUnspecifiedType,
    }));
}

/**
 * Returns whether implementations differ about null: `nullable` needs a `type` and does not extend an `enum` (OpenAPI 3.0.3,
 * Schema Object), and is ignored in 3.1, but many accept null wherever it is set.
 */
export function isNullAmbiguous(version: string, { schemas }: EffectiveSchema): boolean {
  return schemas.some(({ schema: { nullable, type, enum: list } }) => {
    if (nullable !== true) return false;
    return version !== '3.0' || type === undefined || (Array.isArray(list) && !list.includes(null));
  });
}

/** Returns values of other types that a lenient parser coerces to the value. */
function mistypedCandidates(base: JsonValue): CandidateValue[] {
  if (isNumber(base)) return [{ label: 'is a numeric string', value: String(base) }];
  if (typeof base === 'boolean') {
    const number = base ? 1 : 0;
    return [
      { label: 'is a boolean written as a string', value: String(base) },
      { label: 'is a boolean written as a number', value: number },
    ];
  }
  if (typeof base === 'string' && /^-?[0-9]{1,15}$/.test(base))
    return [{ label: 'is a number', value: new ExactNumber(String(BigInt(base))) }]; // JSON has no leading zeros
  // Some services decode JSON that was encoded twice.
  const twice: CandidateValue[] =
    isObject(base) || Array.isArray(base) ? [{ label: 'is a JSON-encoded string', value: stringifyJson(base) }] : [];
  if (Array.isArray(base) && base.length > 0)
    return [{ label: 'is an item without its array', value: base[0] ?? null }, ...twice];
  return twice;
}

/** Returns every value of an enum, and near misses. */
export function enumCandidates(effective: EffectiveSchema): CandidateValue[] {
  const constant = firstKeyword(effective, 'const');
  const allowed = firstKeyword(effective, 'enum') ?? (constant === undefined ? undefined : [constant]);
  if (!Array.isArray(allowed)) return [];
  const properties = allowed.map((value) => ({
    label: `is ${JSON.stringify(String(value))} of the enum`,
    value,
    keyword: 'enum',
  }));
  const text = allowed.find((value): value is string => typeof value === 'string' && value !== '');
  const misses: CandidateValue[] = text
    ? [
        { label: 'is not in the enum', value: `${text}-not` },
        { label: 'is an enum value in other letter case', value: swapCase(text) },
        { label: 'is the beginning of an enum value', value: text.slice(0, -1) },
      ]
    : [];
  const numbers = allowed.filter(isNumber).map(Number);
  if (numbers.length > 0) misses.push({ label: 'is a number over the enum', value: Math.max(...numbers) + 1 });
  return [...properties, ...misses];
}

/** Returns the values that `not` lists. */
export function notCandidates({ schemas }: EffectiveSchema): CandidateValue[] {
  return schemas.flatMap(({ schema: { not } }) => {
    if (!isObject(not)) return [];
    const { const: only, enum: list } = not;
    const values = [...(only === undefined ? [] : [only]), ...(Array.isArray(list) ? list : [])];
    return values.map((value) => ({ label: `is ${stringifyJson(value)}, excluded by not`, value }));
  });
}

function swapCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
