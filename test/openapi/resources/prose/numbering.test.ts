import { expect, test } from 'vitest';
import { toldNumbering } from '../../../../harness/openapi/resources/prose/numbering.ts';
import { toldTotals } from '../../../../harness/openapi/resources/prose/told-totals.ts';
import { contractOf, item, items } from './below-document.ts';

/** From which number on the tasks of a project are numbered, as the document says of a property. */
function start(description: string, path = 'tasks') {
  const { contract, model } = contractOf({
    '/projects': items({ name: { type: 'string' } }),
    '/projects/{projectId}': item({ name: { type: 'string' } }),
    [`/projects/{projectId}/${path}`]: items({ title: { type: 'string' } }),
    [`/projects/{projectId}/${path}/{taskId}`]: item({
      title: { type: 'string' },
      place: { type: 'integer', readOnly: true, description },
    }),
  });
  const type = model.types.find(({ parent }) => parent === 'project');
  return type && toldNumbering(contract, type, model.types)?.start;
}

test.each([
  ['Number of the task within its project, starting at 1.', 1],
  ['Tasks are numbered 1, 2, 3 and so on within their project.', 1],
  ['Sequence number within the project, starting with 0.', 0],
  ['They are numbered from 1 within each project.', 1],
  ['Task number in the project; task numbers begin at 1 in each project.', 1],
])('%s: this numbers the records', (description, expected) => {
  expect(start(description)).toBe(expected);
});

test.each([
  // What is numbered is another record.
  'The number of the segment in the project, starting with 1.',
  'Segments are numbered sequentially in the project, starting with 1.',
  'Revision number in the project, starting at 1.',
  // How many there are.
  'Number of retries in the project, starting at 0.',
  'Retry count per project, starts at 0.',
  'The number of consecutive gateway failures (502, 503, 504) in the project.',
  'Its position in the project, starting at 1.',
])('%s: this does not', (description) => {
  expect(start(description)).toBeUndefined();
});

/** What the document says of a number of a worker, of the reservations below. */
function totals(description: string) {
  const state = { type: 'string', enum: ['pending', 'accepted', 'canceled', 'queued'] };
  const { contract, model } = contractOf({
    '/workers': items({ name: { type: 'string' } }),
    '/workers/{workerId}': item({ name: { type: 'string' }, some: { type: 'integer', readOnly: true, description } }),
    '/workers/{workerId}/reservations': items({ note: { type: 'string' } }),
    '/workers/{workerId}/reservations/{reservationId}': item({ note: { type: 'string' }, state }),
  });
  const [worker, reservation] = ['worker', 'reservation'].map((name) =>
    model.types.find(({ words }) => words.join(' ') === name),
  );
  return worker && reservation ? toldTotals(contract.document, reservation, worker).length : -1;
}

test.each([
  ['The number of reservations that are accepted.', 1],
  ['Total number of queued reservations.', 1],
  // They may be completed since.
  ['The total number of reservations that were accepted.', 0],
  ['The total number of reservations that have been queued.', 0],
  ['The number of reservations that are accepted in the last hour.', 0],
])('%s: %d numbers follow from the records below', (description, expected) => {
  expect(totals(description)).toBe(expected);
});
