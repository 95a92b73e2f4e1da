import { expect, test } from 'vitest';
import {
  saysAllFilters,
  toldAnyPart,
  toldBound,
  toldPart,
} from '../../../../harness/openapi/resources/prose/filters.ts';
import { saysAnyCase } from '../../../../harness/openapi/resources/prose/letter-case.ts';
import { load } from '../../documents.ts';

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
  ['expectedBefore', 'Only orders that are expected before this day.', 'exclusive'],
  ['expectedUntil', 'Only orders that are expected on or before this day.', 'inclusive'],
  ['before', 'Only orders that are expected before this day or on it.', undefined],
  ['from', 'Only orders that are not before this day.', undefined],
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

test.each<[text: string, isSaid: boolean]>([
  ['All filters given must match.', true],
  ['All filters of a request have to be fulfilled.', true],
  ['If several filters are given, all filters must match.', true],
  ['Filters are combined with AND.', true],
  ['All filters must match the pattern `name:value`.', false],
  ['All filters have to be met for a notification to be sent.', false],
  ['A rule applies when all filters have to match', false],
  ['All filters must match, unless `mode` is `any`.', false],
  ['All filters are optional.', false],
  ['Filters are combined with AND or OR.', false],
  ['At least one of all filters must apply if `strict` is set', false],
])('%j says of a list, and of all lists, whether all filters have to match', (text, isSaid) => {
  for (const place of ['info', 'list']) {
    const [general, own] = place === 'info' ? [text, ''] : ['', text];
    const get = { operationId: 'list', description: own, responses: { 200: { description: 'ok' } } };
    const info = { title: 'tickets', version: '1', description: general };
    const spec = { openapi: '3.1.0', info, paths: { '/tickets': { get } } };
    const { document, operations } = load({ 'spec.yaml': JSON.stringify(spec) });
    expect(operations.map((each) => saysAllFilters(document, each))).toEqual([isSaid]);
  }
});

test.each<[text: string, names: string[]]>([
  ['Only products whose name or sku contains this text, without regard to case.', ['name', 'sku']],
  ['Members whose name, e-mail or phone contains the text', ['name', 'e-mail', 'phone']],
  ['Only products whose name contains this text', []],
  ['Only products whose name or sku is this text', []],
  ['Products whose name contains this text or another', []],
  ['Products whose name and sku contain this text', []],
])('%j names all in which a text may be', (text, names) => {
  expect(toldAnyPart(text)).toEqual(names);
});
