import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens, getAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import { averagedBy } from '../../openapi/resources/averages.ts';
import { nameKey, topName, words } from '../../openapi/resources/names.ts';
import type { RecordRepresentation } from '../../openapi/resources/representations/record-representation.ts';
import type { StoredRecord } from './records/stored-record.ts';

type Valued = Pick<StoredRecord, 'value'>;

/** The average of a property of records. @returns undefined if none has it */
export function meanOf(records: readonly Valued[], pointer: string): number | undefined {
  const numbers = records.flatMap(({ value }) => {
    const number = getAt(value, pointer);
    return isNumber(number) ? [Number(number)] : [];
  });
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

/** How an average is shown, best first: with two decimal places, or fewer; null or 0 if there is none. */
export function shownMeans(mean: number | undefined): readonly JsonValue[] {
  return mean === undefined ? [null, 0] : [100, 10, 1].map((unit) => Math.round(mean * unit) / unit);
}

/** What a response says beside a list of the numbers in its records. */
export interface ListAverage {
  /** JSON Pointer in the body. */
  readonly at: string;
  /** JSON Pointer in each record. */
  readonly rated: string;
  /** The numbers of which it has how many records there are; undefined for an average. */
  readonly keys: readonly string[] | undefined;
}

const NUMBERS =
  /^(.+?)s? (count|distribution|histogram|breakdown)s?$|^(?:distribution|histogram|breakdown) (?:of )?(.+?)s?$/;

/** Finds the averages, and the numbers of records by rating, at the top of the body of a list and in the objects there. */
export function averagesBeside(body: JsonValue, items: string, { properties }: RecordRepresentation): ListAverage[] {
  const inner = isObject(body) ? Object.entries(body).filter(([, value]) => isObject(value)) : [];
  const places = [['', body] as const, ...inner.map(([name, value]) => [appendTokens('', name), value] as const)];
  const ratedBy = (noun: readonly string[]) =>
    properties.find(
      ({ pointer, types }) =>
        (types.includes('integer') || types.includes('number')) && nameKey(topName(pointer) ?? '') === nameKey(noun),
    )?.pointer;
  return places.flatMap(([place, object]) =>
    Object.entries(isObject(object) ? object : {}).flatMap(([name, value]): ListAverage[] => {
      const at = appendTokens(place, name);
      const [, before, , after] = NUMBERS.exec(words(name).join(' ')) ?? [];
      const keys = isObject(value) ? Object.keys(value) : undefined;
      const isByNumber = keys !== undefined && keys.length > 0 && keys.every((each) => /^\d{1,2}$/.test(each));
      const noun = isByNumber
        ? words(before ?? after ?? '')
        : isNumber(value) || value === null
          ? averagedBy(name)
          : undefined;
      const rated = noun && ratedBy(noun);
      return rated === undefined || at === items ? [] : [{ at, rated, keys }];
    }),
  );
}

/** What is said of a list with some records, best first. */
export function averageValues({ rated, keys }: ListAverage, records: readonly Valued[]): readonly JsonValue[] {
  if (!keys) return shownMeans(meanOf(records, rated));
  const shown = records.map(({ value }) => String(getAt(value, rated)));
  return [Object.fromEntries(keys.map((key) => [key, shown.filter((each) => each === key).length]))];
}
