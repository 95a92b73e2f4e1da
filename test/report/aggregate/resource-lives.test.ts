import { expect, test } from 'vitest';
import type { OperationSummary, StageSummary } from '../../../harness/core/report.ts';
import { isFullLife, resourceLives } from '../../../harness/report/aggregate/resource-lives.ts';

const location = { file: 'api.yaml', line: 1, column: 1 };

function operation(id: string, accepted: number, reason?: string): OperationSummary {
  const verified = accepted > 0;
  return {
    id,
    method: 'GET',
    path: '/',
    location,
    sent: 3,
    accepted,
    rejected: 0,
    verified,
    ...(reason === undefined ? {} : { reason }),
  };
}

const OPERATIONS = [
  operation('createBook', 2),
  operation('readBook', 1),
  operation('replaceBook', 0, 'no valid request was accepted'),
  operation('changeBook', 1),
  operation('deleteBook', 0, 'no valid request was accepted; every response is 403'),
];

function lifeOf(stages: Readonly<Record<string, readonly string[]>>) {
  const given = Object.entries(stages).map(
    ([stage, operations]) => ({ stage, operations }) as Pick<StageSummary, 'stage' | 'operations'>,
  );
  return resourceLives([{ name: 'book', stages: given }], OPERATIONS);
}

test('a life is full if one operation of every stage succeeded', () => {
  const [life] = lifeOf({ created: ['createBook'], read: ['readBook'], updated: ['replaceBook', 'changeBook'] });
  expect(life && isFullLife(life)).toBe(true);
});

test('a missing stage has its reason: that of its first operation, or that there is none', () => {
  const [life] = lifeOf({ created: [], read: ['readBook'], deleted: ['deleteBook'] });
  expect(life && isFullLife(life)).toBe(false);
  expect(life?.stages.map(({ missing }) => missing)).toEqual([
    'no operation under test does it',
    undefined,
    'deleteBook: no valid request was accepted; every response is 403',
  ]);
});

test('a resource without an operation under test is left out', () => {
  expect(lifeOf({ created: ['createShelf'], read: ['readShelf'] })).toEqual([]);
});
