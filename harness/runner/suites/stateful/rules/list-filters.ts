import { isNumber } from '../../../../core/json/decimal.ts';
import { getAllAt, getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { hides } from '../../../../generate/values/visible-value.ts';
import { selectsLasting } from '../../../../openapi/resources/operations/date-bounds.ts';
import { isPagingParameter } from '../../../../openapi/resources/operations/paging.ts';
import { type Selector, selectorsOf } from '../../../../openapi/resources/operations/selectors.ts';
import { listedValues } from '../steps/listed-values.ts';
import type { ListedPages } from '../steps/pages.ts';
import { isSameValue } from '../steps/same-value.ts';
import { type Comparison, comparisonOf, pointerOf } from './filter-comparison.ts';
import { type Choice, type Listing, recordsOf, select } from './listing.ts';

const MAX_FILTERS = 8;
/** Longer lists are not filtered page by page. */
const MAX_PAGED = 40;

interface Filter {
  readonly by: Selector;
  readonly pointer: string;
  readonly value: JsonValue;
  readonly comparison: Comparison;
}

/** A filter that is named like a property excludes other records, and none that it selects. */
export async function verifyFilters(listing: Listing, selectors: readonly Selector[]): Promise<void> {
  const filters = selectors.flatMap((each) => filtersOf(listing, each)).slice(0, MAX_FILTERS);
  for (const filter of filters) if (await isIgnored(listing, filter)) return;
}

/** Values of the property that a selector is named after, if they tell records apart, and for a text one that no record has. */
function filtersOf({ sequence, operation, records }: Listing, by: Selector): Filter[] {
  const { name, schema } = by;
  const found = isPagingParameter(name) ? undefined : comparisonOf(sequence.contract.document, operation, by);
  if (!found || schema === undefined || selectsLasting(sequence.contract.document, operation, name)) return [];
  const pointer = pointerOf(operation, found.property);
  const { comparison } = found;
  const values: JsonValue[] = [];
  for (const value of records.flatMap((record) => getAllAt(record, parsePointer(pointer))))
    if (isSearchable(value) && !values.some((each) => isSameValue(each, value))) values.push(value);
  const isSent = (value: JsonValue) => sequence.contract.schemas.accepts(schema, value, 'request');
  if (comparison === 'equal' || comparison === 'part') {
    const [first, ...others] = values.filter(isSent);
    if (first === undefined) return [];
    // `archived=true` may ask for all of them.
    const isSwitch = typeof first === 'boolean' && !hides(name, true);
    if (values.length < 2) {
      const listed = listedValues(sequence.contract, operation, pointer).filter(isSearchable);
      const unused = isSwitch ? [!first] : listed.filter((each) => !isSameValue(each, first)).slice(-1);
      return unused.filter(isSent).map((value) => ({ by, pointer, value, comparison }));
    }
    // Whatever a search takes for similar, a word that no record has is in none.
    const rest = comparison === 'part' ? [sequence.journal.unique.word()].filter(isSent) : others.slice(-1);
    return [first, ...rest].map((value) => ({ by, pointer, value, comparison }));
  }
  // A value in the middle has smaller and greater ones beside it.
  const sorted = values.filter((value) => orderOf(value) !== undefined).sort((a, b) => compare(a, b) ?? 0);
  const value = sorted[Math.floor(sorted.length / 2)];
  return sorted.length < 3 || value === undefined || !isSent(value) ? [] : [{ by, pointer, value, comparison }];
}

/** An empty filter may select all, and a search may ignore marks. */
function isSearchable(value: JsonValue): boolean {
  return typeof value === 'string' ? /[\p{L}\p{N}]/u.test(value) : value !== null && typeof value !== 'object';
}

function orderOf(value: JsonValue): number | undefined {
  const order = isNumber(value) ? Number(String(value)) : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(order) ? undefined : order;
}

function compare(value: JsonValue, other: JsonValue): number | undefined {
  const [first, second] = [orderOf(value), orderOf(other)];
  return first === undefined || second === undefined ? undefined : Math.sign(first - second);
}

/** Which records a filter has to select, and which to leave out; those at a bound are left open. */
function rulesOf({ comparison, value, pointer }: Filter) {
  const valuesOf = (record: JsonValue) => getAllAt(record, parsePointer(pointer));
  const some = (test: (each: JsonValue) => boolean) => (record: JsonValue) => valuesOf(record).some(test);
  const isOn = (side: number) => some((each) => compare(each, value) === side);
  const isEqual = some((each) => isSameValue(each, value));
  switch (comparison) {
    case 'equal':
      return { selects: isEqual, excludes: (record: JsonValue) => !isEqual(record) };
    case 'part':
      return {
        selects: isEqual,
        excludes: (record: JsonValue) => !valuesOf(record).some((each) => isRelated(each, value)),
      };
    case 'least':
      return { selects: isOn(1), excludes: isOn(-1) };
    case 'most':
      return { selects: isOn(-1), excludes: isOn(1) };
    case 'ordered':
      return { selects: () => false, excludes: () => false };
  }
}

/** Whether a text has a word of another one; a search may be content with one. */
function isRelated(text: JsonValue, searched: JsonValue): boolean {
  const own = String(text).toLowerCase();
  const parts = String(searched)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return parts.some((part) => part !== '' && own.includes(part));
}

async function isIgnored(listing: Listing, filter: Filter): Promise<boolean> {
  const { by, value } = filter;
  const whole = await isFollowed(listing, filter, [{ by, value }]);
  if (!whole) return true;
  // The link to the next page may forget the filter.
  const { contract } = listing.sequence;
  const { paging, operation } = listing.operation;
  const size = selectorsOf(contract.document, operation).find((each) => each.at === paging?.size);
  const half = Math.ceil(whole.records.length / 2);
  const isValid = !size?.schema || contract.schemas.accepts(size.schema, half, 'request');
  if (!size || whole.records.length < 2 || whole.records.length > MAX_PAGED || !isValid) return false;
  return !(await isFollowed(listing, filter, [
    { by, value },
    { by: size, value: half },
  ]));
}

/** The list that follows a query with a filter; undefined if it does not, which is reported. */
async function isFollowed(
  listing: Listing,
  filter: Filter,
  chosen: readonly Choice[],
): Promise<Pick<ListedPages, 'records'> | undefined> {
  const { by, pointer, value, comparison } = filter;
  const { name } = by;
  const { sequence, operation, subject, records } = listing;
  const { selects, excludes } = rulesOf(filter);
  const wanted = records.filter(selects).length;
  const wrongIn = (listed: ListedPages): JsonValue | undefined => {
    const shown = recordsOf(operation, listed).filter((each) => isShown(each, pointer));
    if (comparison !== 'ordered') return shown.find(excludes);
    return isBothSides(shown, pointer, value) ? shown[0] : undefined;
  };
  const isRight = (listed: ListedPages) =>
    wrongIn(listed) === undefined && recordsOf(operation, listed).filter(selects).length >= wanted;
  const listed = await select(listing, chosen, isRight);
  if (!listed) return { records: [] };
  if (isRight(listed)) return isWrongTotal(listing, filter, listed) ? undefined : listed;
  const other = wrongIn(listed);
  const last = listed.steps.at(-1);
  if (!last || (other === undefined && !listed.isComplete)) return { records: [] };
  sequence.report('list-follows-query', last, {
    records: [subject.record],
    steps: listed.steps,
    message: other
      ? `the list has records that its filter ${name} excludes`
      : `the list leaves out what its filter ${name} selects`,
    expected: `${wanted} records with ${pointer}: ${String(value)}`,
    actual: other
      ? `${pointer}: ${getAllAt(other, parsePointer(pointer)).map(String).join(', ')}`
      : `${listed.records.length} records`,
  });
  return undefined;
}

/** Neither records up to a value nor those from it on: a filter that selects smaller and greater ones selects all. */
function isBothSides(records: readonly JsonValue[], pointer: string, value: JsonValue): boolean {
  const sides = new Set(
    records.flatMap((each) => getAllAt(each, parsePointer(pointer))).map((each) => compare(each, value)),
  );
  return sides.has(-1) && sides.has(1);
}

/** The total of a list that is filtered is that of what it selects. */
function isWrongTotal(
  { sequence, operation, subject }: Listing,
  { by: { name } }: Filter,
  listed: ListedPages,
): boolean {
  const { total, records, isComplete, steps } = listed;
  const last = steps.at(-1);
  const isTotal = total !== undefined && operation.paging?.total?.isAmbiguous === false;
  if (!last || !isTotal || !isComplete || total <= records.length) return false;
  sequence.report('list-follows-query', last, {
    records: [subject.record],
    steps,
    message: `the total of the list does not follow its filter ${name}`,
    expected: `a total of ${records.length}`,
    actual: `a total of ${total}`,
  });
  return true;
}

function isShown(record: JsonValue, pointer: string): boolean {
  return getAt(record, pointer.replace(/\/\*$/, '')) !== undefined;
}
