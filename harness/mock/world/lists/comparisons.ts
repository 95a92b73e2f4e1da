import { getAllAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { compareFirst } from './compare-values.ts';

export type Compare = (a: StoredRecord, b: StoredRecord) => number;

/** What of the values is compared: themselves; texts in lower case; or the numbers that texts are. */
type Form = 'value' | 'folded' | 'number';

const FORMS: Readonly<Record<Form, (text: string) => JsonValue>> = {
  value: (text) => text,
  folded: (text) => text.toLowerCase(),
  number: (text) => (text === '' || Number.isNaN(Number(text)) ? text : Number(text)),
};

/** Compares by what is where a path leads. */
export function comparing(path: readonly string[], isDescending: boolean, form: Form = 'value'): Compare {
  const factor = isDescending ? -1 : 1;
  const valuesIn = ({ value }: StoredRecord) =>
    getAllAt(value, path).map((each) => (typeof each === 'string' ? FORMS[form](each) : each));
  return (a, b) => factor * compareFirst(valuesIn(a), valuesIn(b));
}

/** What has no value is last, whatever the order: a recipe that nobody has rated. */
export function withoutLast(path: readonly string[]): Compare {
  const isWithout = ({ value }: StoredRecord) => getAllAt(value, path).every((each) => each === null);
  return (a, b) => Number(isWithout(a)) - Number(isWithout(b));
}

/** Compares by the first of several that tells records apart. */
export function inTurn(comparisons: readonly Compare[]): Compare {
  return (a, b) => comparisons.reduce((order, comparison) => order || comparison(a, b), 0);
}
