import { isNumber } from '../../../core/json/decimal.ts';
import { jsonEqual } from '../../../core/json/equal.ts';
import { isObject, stringifyJson } from '../../../core/json/index.ts';
import { ExactNumber, type JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { CandidateValue } from './candidate-value.ts';

/** Values of every type, the numeric string and the wrapped value among them; where several types are allowed, some of them are valid. */
export function typeCandidates(shape: EffectiveSchema, base: JsonValue, nullIsOpen = false): CandidateValue[] {
  const open = !shape.hasType && shape.alternatives.length === 0 ? 'if valid' : false;
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
    ...spelt(base),
  ];
  return all
    .filter(({ value }) => !jsonEqual(value, base))
    .map((candidate) => ({
      ...candidate,
      isUnspecified: (nullIsOpen && candidate.value === null) || open,
    }));
}

/**
 * Whether readers differ about null: `nullable` counts only in 3.0, beside a `type`, and leaves an `enum` as it is (OpenAPI 3.0.3, Schema
 * Object), but many take null wherever it stands.
 */
export function isNullAmbiguous(version: string, { schemas }: EffectiveSchema): boolean {
  return schemas.some(({ schema: { nullable, type, enum: list } }) => {
    if (nullable !== true) return false;
    return version !== '3.0' || type === undefined || (Array.isArray(list) && !list.includes(null));
  });
}

/** The value as the string that a careless reader would take for it. */
function spelt(base: JsonValue): CandidateValue[] {
  if (isNumber(base)) return [{ label: 'is a numeric string', value: String(base) }];
  if (typeof base === 'boolean') {
    const number = base ? 1 : 0;
    return [
      { label: 'is a boolean spelt as a string', value: String(base) },
      { label: 'is a boolean spelt as a number', value: number },
    ];
  }
  if (typeof base === 'string' && /^-?[0-9]{1,15}$/.test(base))
    return [{ label: 'is a number', value: new ExactNumber(base) }];
  // What was written as JSON twice is a string, whose text some readers read once more.
  const twice: CandidateValue[] =
    isObject(base) || Array.isArray(base) ? [{ label: 'is a string of JSON', value: stringifyJson(base) }] : [];
  if (Array.isArray(base) && base.length > 0)
    return [{ label: 'is one item without its array', value: base[0] ?? null }, ...twice];
  return twice;
}

/** Every value of an enum, and near misses of it. */
export function enumCandidates(shape: EffectiveSchema): CandidateValue[] {
  const constant = firstKeyword(shape, 'const');
  const allowed = firstKeyword(shape, 'enum') ?? (constant === undefined ? undefined : [constant]);
  if (!Array.isArray(allowed)) return [];
  const members = allowed.map((value) => ({
    label: `is ${JSON.stringify(String(value))} of the enum`,
    value,
    keyword: 'enum',
  }));
  const text = allowed.find((value): value is string => typeof value === 'string' && value !== '');
  const misses: CandidateValue[] = text
    ? [
        { label: 'is not in the enum', value: `${text}-not` },
        { label: 'is in the enum but for letter case', value: swapCase(text) },
        { label: 'is the beginning of an enum value', value: text.slice(0, -1) },
      ]
    : [];
  const numbers = allowed.filter(isNumber).map(Number);
  if (numbers.length > 0) misses.push({ label: 'is a number over the enum', value: Math.max(...numbers) + 1 });
  return [...members, ...misses];
}

/** The values that `not` rules out by name. */
export function notCandidates({ schemas }: EffectiveSchema): CandidateValue[] {
  return schemas.flatMap(({ schema: { not } }) => {
    if (!isObject(not)) return [];
    const { const: only, enum: list } = not;
    const values = [...(only === undefined ? [] : [only]), ...(Array.isArray(list) ? list : [])];
    return values.map((value) => ({ label: `is ${stringifyJson(value)}, which is ruled out`, value }));
  });
}

function swapCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
