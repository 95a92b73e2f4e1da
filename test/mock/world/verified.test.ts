import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

test('the mock passes all suites with its records, and may be logged out of', async () => {
  const suites = ['examples', 'generated', 'dredd', 'stateful'];
  const report = await verify({ spec: 'test/mock/documents/sessions.yaml', runs: 5, suites });
  expect(report.verdict).toBe('passed');
  expect(report.suites.find(({ name }) => name === 'stateful')?.pass).toBeGreaterThan(20);
  expect(report.operations.map(({ id, accepted }) => [id, accepted > 0])).toContainEqual(['logout', true]);
});

test.each([
  ['a calendar, whose events have instances and guests that reply', 'calendar'],
  ['a store, whose carts have items and become orders', 'store'],
  ['a chat, whose channels have members and whose messages have replies', 'chat'],
])('the mock of %s passes with its records', async (_, name) => {
  const report = await verify({ spec: `test/mock/documents/${name}.yaml`, runs: 5 });
  expect(report.verdict).toBe('passed');
});

test.each([
  ['orders of which only the lines have paths', 'test/prove/documents/orders.yaml'],
  ['repositories, which their names identify', 'test/openapi/resources/documents/github-issues.yaml'],
])('the mock of %s passes sequences of requests', async (_, spec) => {
  const { verdict, findings } = await verify({ spec, suites: ['stateful'] });
  expect(findings).toEqual([]);
  expect(verdict).toBe('passed');
});
