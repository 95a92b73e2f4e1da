import { expect, test } from 'vitest';
import { resourceModel } from '../../../harness/openapi/resources/infer.ts';
import { dateBounds, intervalOf } from '../../../harness/openapi/resources/operations/date-bounds.ts';
import { contractOf, listOf, record, type Schema } from './api.ts';

const DAY: Schema = { type: 'string', format: 'date' };
const TIME: Schema = { type: 'string', format: 'date-time' };

/** Which properties the parameters of a list bound: `from >= /createdAt`. */
function boundsOf(parameters: readonly string[], properties: readonly string[], schema = DAY): string[] {
  const query = Object.fromEntries(parameters.map((name) => [name, schema]));
  const times = Object.fromEntries(properties.map((name) => [name, TIME]));
  const contract = contractOf({ 'GET /things': { gives: listOf(record({ id: 'integer', ...times })), query } });
  const operation = resourceModel(contract).operations.get('GET /things');
  if (!operation) throw new Error('no such operation');
  const bounds = dateBounds(contract.document, operation.operation, operation.response?.properties ?? []);
  return [...bounds].map(([name, { kind, pointers }]) => `${name} ${kind} ${pointers.join(' or ')}`);
}

test.each([
  [
    ['from', 'to'],
    ['createdAt', 'updatedAt', 'shippedAt'],
  ],
  [
    ['dateFrom', 'dateTo'],
    ['created_at', 'deletedAt', 'birthDate'],
  ],
  [['startDate', 'endDate'], ['createdAt']],
  [['since', 'until'], ['createdAt']],
])('%j bound the time at which records with %j were created', (parameters, properties) => {
  const [from, to] = parameters;
  expect(boundsOf(parameters, properties)).toEqual([`${from} least /${properties[0]}`, `${to} most /${properties[0]}`]);
});

test.each([
  ['date', ['createdAt', 'date']],
  ['dueDate', ['createdAt', 'dueDate']],
  ['occurredAt', ['occurredAt', 'reportedAt', 'createdAt']],
])('the time that a record is about, %s, comes before that of its creation', (name, properties) => {
  expect(boundsOf(['from', 'to'], properties)).toEqual([`from least /${name}`, `to most /${name}`]);
});

test('what lasts is selected if a part of it is between the bounds', () => {
  const selected = (from: string, to: string) => [`${from} least /endsAt or /startsAt`, `${to} most /startsAt`];
  expect(boundsOf(['from', 'to'], ['startsAt', 'endsAt', 'createdAt'])).toEqual(selected('from', 'to'));
  expect(boundsOf(['timeMin', 'timeMax'], ['startsAt', 'endsAt'], TIME)).toEqual(selected('timeMin', 'timeMax'));
});

test('properties of the same names as both bounds are a range, one alone is a value to look for', () => {
  const properties = ['startDate', 'endDate'];
  expect(boundsOf(properties, properties)).toHaveLength(2);
  expect(boundsOf(['startDate'], properties)).toEqual([]);
});

test('a bound may name its time', () => {
  expect(boundsOf(['createdAfter', 'due_before', 'shippedSince'], ['createdAt', 'dueDate', 'paidAt'])).toEqual([
    'createdAfter least /createdAt',
    'due_before most /dueDate',
  ]);
});

test('nothing is bound if several times may be meant, or the parameter may be no time', () => {
  expect(boundsOf(['from', 'to'], ['issueDate', 'paymentDate'])).toEqual([]);
  expect(boundsOf(['after', 'from'], ['createdAt'], { type: 'string' })).toEqual([]);
  expect(boundsOf(['from', 'to'], ['createdAt'], { type: 'integer' })).toEqual([]);
});

test('the time of which a description tells is bounded, whatever other times there are', () => {
  const since = { ...TIME, description: 'Only show results that were last updated after the given time.' };
  const both = { ...TIME, description: 'Of those created or updated since.' };
  expect(boundsOf(['since'], ['created_at', 'updated_at'], since)).toEqual(['since least /updated_at']);
  expect(boundsOf(['since'], ['created_at', 'updated_at', 'pushed_at'], both)).toEqual(['since least /created_at']);
  expect(boundsOf(['since'], ['startsAt', 'endsAt', 'updatedAt'], since)).toEqual(['since least /updatedAt']);
  const from = { ...TIME, description: 'Those that start at this time or later' };
  expect(boundsOf(['from'], ['start', 'checkedInAt'], from)).toEqual(['from least /start']);
});

test('records last from their first to their last day', () => {
  const request = [
    { pointer: '/last_day', types: ['string'], format: 'date' },
    { pointer: '/first_day', types: ['string'], format: 'date' },
  ];
  const properties = request as unknown as Parameters<typeof intervalOf>[0];
  expect(intervalOf(properties)).toEqual({ start: '/first_day', end: '/last_day' });
});
