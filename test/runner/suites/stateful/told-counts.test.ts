import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { serveCalls } from '../../establish/books.ts';
import { findingsOnMock } from './on-mock.ts';
import { type Count, threads, threadsDocument } from './threads-service.ts';

async function found(count: Count, description = 'Number of notes'): Promise<string[]> {
  const target = await serveCalls(threads(count));
  const options = { suites: ['stateful'], consistency: 20, runs: 0 } as const;
  const { findings } = await verify({ spec: threadsDocument(description), target, ...options });
  return findings.map(({ check }) => check);
}

test('a number of which the description says what it counts, counts what was created below', async () => {
  expect(await found((there) => there)).toEqual([]);
  expect(await found(() => 0)).toEqual(['created-is-listed']);
  expect(await found((_, made) => made, 'The number of notes of the thread.')).toEqual(['delete-removes']);
});

test('what it counts some of, or something else, is not compared', async () => {
  expect(await found(() => 0, 'Number of notes that are new')).toEqual([]);
  expect(await found(() => 0, 'Notes of the reader')).toEqual([]);
});

test('the mock counts them, too', async () => {
  const spec = threadsDocument('Number of notes');
  expect(await findingsOnMock(spec)).toEqual([]);
});
