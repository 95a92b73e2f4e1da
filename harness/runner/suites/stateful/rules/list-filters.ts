import { getAllAt, getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { hides } from '../../../../generate/values/visible-value.ts';
import { isPagingParameter } from '../../../../openapi/resources/operations/paging.ts';
import type { Selector } from '../../../../openapi/resources/operations/selectors.ts';
import { saysAllFilters, selectorText, toldBound } from '../../../../openapi/resources/prose/filters.ts';
import { saysAnyCase } from '../../../../openapi/resources/prose/letter-case.ts';
import { listedValues } from '../steps/listed-values.ts';
import { type ListedPages, sizeSelector } from '../steps/pages.ts';
import { isSameValue } from '../steps/same-value.ts';
import { comparisonOf, pointerOf } from './filter-comparison.ts';
import { compare, type Filter, orderOf, rulesOf } from './filter-rules.ts';
import { ASCII, type Choice, type Listing, otherCase, recordsOf, select } from './listing.ts';

const MAX_FILTERS = 12;
const MAX_PAIRS = 4;
/** Longer lists are not filtered page by page. */
const MAX_PAGED = 40;

/** A filter that is named like a property excludes other records, and none that it selects. */
export async function verifyFilters(listing: Listing, selectors: readonly Selector[]): Promise<void> {
  const filters = selectors.flatMap((each) => filtersOf(listing, each)).slice(0, MAX_FILTERS);
  for (const filter of filters) if (await isIgnored(listing, filter)) return;
  if (saysAllFilters(listing.sequence.contract.document, listing.operation.operation))
    await verifyCombined(listing, filters);
}

/** A record that one of two filters excludes is in no list by both. */
async function verifyCombined(listing: Listing, filters: readonly Filter[]): Promise<void> {
  const equal = filters.filter(({ comparison }) => comparison === 'equal');
  const pairs = equal.flatMap((one) =>
    equal.filter((other) => other.by.name !== one.by.name && isTold(listing, one, other)).map((other) => [one, other]),
  );
  for (const [one, other] of pairs.slice(0, MAX_PAIRS)) {
    if (!one || !other) continue;
    const chosen = [one, other].map(({ by, value }) => ({ by, value }));
    for (const each of [other, one]) {
      const beside = rulesOf(each === one ? other : one).selects;
      if (!(await isFollowed(listing, each, chosen, beside))) return;
    }
  }
}

/** Whether some record tells two filters from one alone. */
function isTold({ records }: Listing, one: Filter, other: Filter): boolean {
  const [{ selects }, { excludes }] = [rulesOf(one), rulesOf(other)];
  return records.some((record) => selects(record) && excludes(record));
}

/** Values of the property that a selector is named after, if they tell records apart, and for a text one that no record has. */
function filtersOf({ sequence, operation, records }: Listing, by: Selector): Filter[] {
  const { name, schema } = by;
  const found = comparisonOf(sequence.contract.document, operation, by);
  if (!found || schema === undefined) return [];
  // `from` may be where a page begins, or a time.
  if (isPagingParameter(name) && !found.property.format?.startsWith('date')) return [];
  const pointer = pointerOf(operation, found.property);
  const { comparison } = found;
  const text = selectorText(sequence.contract.document, operation.operation, by);
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
      // One that selects all is of use beside another one.
      const tried = unused.length === 0 && comparison === 'equal' ? [first] : unused.filter(isSent);
      return tried.map((value) => ({ by, pointer, value, comparison }));
    }
    // Whatever a search takes for similar, a word that no record has is in none.
    const rest = comparison === 'part' ? [sequence.journal.unique.word()].filter(isSent) : others.slice(-1);
    const inCase =
      saysAnyCase(text) && typeof first === 'string' && ASCII.test(first) ? [otherCase(first)].filter(isSent) : [];
    return [first, ...rest, ...inCase].map((value) => ({ by, pointer, value, comparison }));
  }
  // A value in the middle has smaller and greater ones beside it.
  const sorted = values.filter((value) => orderOf(value) !== undefined).sort((a, b) => compare(a, b) ?? 0);
  const value = sorted[Math.floor(sorted.length / 2)];
  // A time that the service sets may be shown with fewer digits than it has.
  const isExact =
    found.property.format !== 'date-time' ||
    sequence.type.properties.some((each) => each.pointer === pointer && each.sent);
  const bound = isExact ? toldBound(text, name) : undefined;
  if (value === undefined || !isSent(value) || (sorted.length < 3 && !bound)) return [];
  return [{ by, pointer, value, comparison, bound }];
}

/** An empty filter may select all, and a search may ignore marks. */
function isSearchable(value: JsonValue): boolean {
  return typeof value === 'string' ? /[\p{L}\p{N}]/u.test(value) : value !== null && typeof value !== 'object';
}

async function isIgnored(listing: Listing, filter: Filter): Promise<boolean> {
  const { by, value } = filter;
  const whole = await isFollowed(listing, filter, [{ by, value }]);
  if (!whole) return true;
  // The link to the next page may forget the filter.
  const { contract } = listing.sequence;
  const size = sizeSelector(contract, listing.operation);
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
  beside: (record: JsonValue) => boolean = () => true,
): Promise<Pick<ListedPages, 'records'> | undefined> {
  const { by, pointer, value, comparison } = filter;
  const { name } = by;
  const { sequence, operation, subject, records } = listing;
  const { selects: isOwn, excludes } = rulesOf(filter);
  const selects = (record: JsonValue) => isOwn(record) && beside(record);
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
