import { isNumber } from '../../../core/json/decimal.ts';
import { jsonEqual } from '../../../core/json/equal.ts';
import { getAllAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { FilterKind } from '../../../openapi/resources/operations/filter-names.ts';
import type { Switch } from '../../../openapi/resources/operations/switches.ts';
import { toldBound } from '../../../openapi/resources/prose/filters.ts';
import { saysAnyCase } from '../../../openapi/resources/prose/letter-case.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { compareBound, isGiven, isOrdered } from './compare-values.ts';

/** A part of a request that selects records by what is at any of the paths. */
export type Selection =
  | { readonly kind: FilterKind; readonly paths: readonly (readonly string[])[] }
  | { readonly kind: 'switch'; readonly paths: readonly (readonly string[])[]; readonly by: Switch };

/** @param text what the document says of the part */
export function isSelected({ value: record }: StoredRecord, use: Selection, value: JsonValue, text = '') {
  const isWithin = (order: number) => (toldBound(text) === 'exclusive' ? order > 0 : order >= 0);
  const values = use.paths.map((path) => getAllAt(record, path)).find((found) => isGiven(found[0])) ?? [];
  switch (use.kind) {
    case 'own':
      return (
        matches(values, partsOf(value, text)) || (saysAnyCase(text) && values.some((each) => isSameText(each, value)))
      );
    case 'switch':
      return isSame(isOn(values, use.by) !== use.by.isOpposite, value);
    case 'part':
      return typeof value !== 'string' || values.some((each) => contains(each, value));
    case 'least':
      return !isOrdered(value) || values.some((each) => each !== null && isWithin(compareBound(each, value)));
    case 'most':
      return !isOrdered(value) || values.some((each) => each !== null && isWithin(-compareBound(each, value)));
  }
}

function isOn(values: readonly JsonValue[], { wants }: Switch): boolean {
  if (wants === 'true') return values.includes(true);
  if (wants === 'given') return values.some(isGiven);
  if (wants !== 'some') return values.includes(wants.status);
  return values.some((each) => (Array.isArray(each) ? each.length > 0 : Number(String(each)) > 0));
}

/** The values of a text that is a list, as the document says. */
function partsOf(value: JsonValue, text: string): JsonValue {
  const isList = typeof value === 'string' && value.includes(',') && /\bcommas?\b/i.test(text);
  return isList ? [value, ...value.split(',').map((each) => each.trim())] : value;
}

/** An array in the request means any of its items. */
function matches(values: readonly JsonValue[], wanted: JsonValue): boolean {
  if (Array.isArray(wanted)) return wanted.length === 0 || wanted.some((each) => matches(values, each));
  return values.some((value) =>
    Array.isArray(value) ? value.some((item) => isSame(item, wanted)) : isSame(value, wanted),
  );
}

function isSameText(value: JsonValue, wanted: JsonValue): boolean {
  const areTexts = typeof value === 'string' && typeof wanted === 'string';
  return areTexts && value.toLowerCase() === wanted.toLowerCase();
}

function isSame(value: JsonValue, wanted: JsonValue): boolean {
  return jsonEqual(value, wanted) || (typeof value !== 'object' && String(value) === String(wanted));
}

export function contains(value: JsonValue, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text.toLowerCase());
  if (value === null || typeof value !== 'object' || isNumber(value)) return false;
  return Object.values(value).some((each) => contains(each as JsonValue, text));
}
