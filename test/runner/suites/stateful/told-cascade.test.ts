import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { serveCalls } from '../../establish/books.ts';
import { findingsOnMock } from './on-mock.ts';
import { threads, threadsDocument } from './threads-service.ts';

test.each<[ofDeletion: string, isCascading: boolean, checks: string[]]>([
  ['Delete a thread with its notes', true, []],
  ['Delete a thread with its notes', false, ['delete-removes']],
  ['Delete a thread', false, []],
  ['Delete a thread. Its notes are kept.', false, []],
])('%s: what the document says goes with a record; gone: %s', async (ofDeletion, isCascading, checks) => {
  const target = await serveCalls(threads((there) => there, isCascading));
  const spec = threadsDocument('Number of notes', ofDeletion);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 20, runs: 0 });
  expect(findings.map(({ check }) => check)).toEqual(checks);
});

test('the mock deletes them, too', async () => {
  const spec = threadsDocument('Number of notes', 'Delete a thread with its notes');
  expect(await findingsOnMock(spec)).toEqual([]);
});
