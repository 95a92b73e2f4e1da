import { expect, test } from 'vitest';
import { sentencesOf } from '../../../../harness/openapi/resources/prose/conflicts.ts';
import { statesOfPossible } from '../../../../harness/openapi/resources/prose/possible-states.ts';

const STATES = ['draft', 'submitted', 'partially_received', 'paid', 'cancelled'];
const deed = { done: ['canceled', 'cancelled'], noun: 'order' };
const possible = (text: string, ofResponse = 'The order can no longer be cancelled.') =>
  statesOfPossible(STATES, { general: sentencesOf(text), ofResponse: sentencesOf(ofResponse), deed });

test.each([
  ['Orders that are draft or submitted can be cancelled.', ['draft', 'submitted']],
  ['An order that is `partially_received` can be cancelled.', ['partially_received']],
  ['Purchase orders that are draft can be cancelled. The reason is kept.', ['draft']],
  ['Draft or submitted orders can be cancelled.', ['draft', 'submitted']],
  ['A submitted order may be cancelled.', ['submitted']],
])('an operation that can be a conflict is possible in the states that are said to be so: %s', (text, expected) => {
  expect(possible(text)).toEqual(expected);
});

test.each([
  ['with a condition', 'Orders that are paid can be cancelled within a day.'],
  ['another deed', 'Orders that are paid can be refunded.'],
  ['of another record', 'Lines that are draft can be cancelled.'],
  ['the opposite', 'No order that is paid can be cancelled.'],
  ['with more than the state', 'Orders that are paid by card can be cancelled.'],
  ['with further states', 'Orders that are draft can be cancelled. If it is paid, the amount is paid back.'],
  ['as one of several', 'Draft orders can be cancelled, paid ones as well.'],
])('what a document says otherwise is no list of the states: %s', (_, text) => {
  expect(possible(text)).toEqual([]);
});

test('a conflict with another record does not depend on the state', () => {
  expect(possible('Draft orders can be cancelled.', 'The version is not the current one.')).toEqual([]);
});
