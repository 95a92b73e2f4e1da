import { expect, test } from 'vitest';
import { toldBound, toldPart } from '../../../../harness/openapi/resources/prose/filters.ts';
import { saysAnyCase } from '../../../../harness/openapi/resources/prose/letter-case.ts';

test.each<[string, ReturnType<typeof toldPart>]>([
  ['Part of the name; upper and lower case make no difference', { of: 'name', isInWords: false }],
  ['Only members whose name contains this text, without regard to case.', { of: 'name', isInWords: true }],
  ['Only products whose name or sku contains the string.', { of: 'name', isInWords: true }],
  ['Only members whose name contains a text of at least 3 letters', undefined],
  ['A substring of the title.', { of: 'title', isInWords: true }],
  ['Word in the display name or the e-mail', { of: 'display name', isInWords: false }],
  ['The whole name', undefined],
  ['Partner of the member', undefined],
])('%j tells which part of a text is searched for', (text, part) => {
  expect(toldPart(text)).toEqual(part);
});

test.each<[string, boolean]>([
  ['The name, ignoring case', true],
  ['Case-insensitive', true],
  ['upper and lower case make no difference', true],
  ['whatever the case', true],
  ['Case matters', false],
  ['in case of doubt', false],
  ['In any case, the updates in your request are applied together', false],
  ['a token is invalidated - in any case - when it has passed', false],
  ['Available modifiers include equal to (`eq`) or case insensitive search (`like`)', false],
  ['whether the search for groups should be case insensitive', false],
  ['attribute names and attribute operators used in filters are case insensitive', false],
])('%j says whether letter case counts', (text, isAny) => {
  expect(saysAnyCase(text)).toBe(isAny);
});

test.each<[name: string, text: string, bound: ReturnType<typeof toldBound>]>([
  ['from', 'Only orders created at this time or later.', 'inclusive'],
  ['to', 'Only orders created before this time.', 'exclusive'],
  ['end_date_lte', 'Returns objects less than or equal to the specified date.', 'inclusive'],
  ['min_upload_date', 'Photos with an upload date greater than or equal to this value will be returned.', 'inclusive'],
  ['startTimeAtOrAfter', 'Reports whose start time is greater than or equal the specified date.', 'inclusive'],
  ['minPopulation', 'Only places having at least this population', 'inclusive'],
  ['maxPopulation', 'Only places having no more than this population', 'inclusive'],
  ['total_less_than', 'Only transactions with total amount less than a given number', 'exclusive'],
  ['minPrice', 'Only offers with this price or a higher one', 'inclusive'],
  ['until', 'Only events at this time or an earlier one.', 'inclusive'],
  ['startDateTime', 'The startDateTime and endDateTime can be no more than 30 days apart', undefined],
  ['maxItems', 'The response is paginated if you have more than 100 file systems', undefined],
  ['country', 'Images from contributors in one or more specified countries', undefined],
  ['until_date', 'Bundles having their `until_date` before or after the specified date', undefined],
  ['submitted_before', 'Users who have submitted at least one contribution before this date', undefined],
  ['end_time', "Upper bound (exclusive) for a calendar event's start time to filter by", undefined],
  ['start_time', "Lower bound (inclusive) for a calendar event's end time to filter by", undefined],
  ['end_date', 'End of the date range, inclusive', 'inclusive'],
])('%s: %s', (name, text, bound) => {
  expect(toldBound(text, name)).toBe(bound);
});
