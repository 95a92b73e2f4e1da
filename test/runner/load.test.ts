import { expect, test } from 'vitest';
import type { HttpResponse } from '../../harness/core/model.ts';
import { executeCases } from '../../harness/runner/execute/execute-cases.ts';
import { createResponse } from '../checks/exchanges.ts';
import { all, context, fault, Scripted, taken, turtle } from './helpers.ts';

const cases = (count: number) => Array.from({ length: count }, (_, index) => turtle('any', { id: `case ${index}` }));

/** Responds in time only to so many requests at once. */
function overloaded(limit: number): { service: Scripted; most: () => number } {
  let active = 0;
  const seen: number[] = [];
  const service = new Scripted(async () => {
    seen.push(++active);
    const isTooMuch = active > limit;
    await new Promise((resolve) => setImmediate(resolve));
    active--;
    return isTooMuch ? fault('timeout') : (createResponse(taken) as HttpResponse);
  });
  return { service, most: () => Math.max(...seen.slice(-10)) };
}

test('a timeout under load that is none alone is no finding, and less is sent at once from then on', async () => {
  const { service, most } = overloaded(2);
  const given = context(service, { concurrency: 8 });
  const results = await all(executeCases(given, 'test', cases(60)));
  expect(results.map(({ status }) => status)).toEqual(Array(60).fill('pass'));
  expect(given.executor.serviceState.gate.maxInFlight).toBeLessThanOrEqual(2);
  expect(most()).toBeLessThanOrEqual(2);
});

test('a timeout that is one alone too is a finding', async () => {
  const given = context(new Scripted(() => fault('timeout')), { concurrency: 4 });
  const [first] = await all(executeCases(given, 'test', cases(1)));
  expect(first).toMatchObject({ status: 'fail', findings: [{ check: 'complete-response' }] });
  expect(given.executor.serviceState.gate.maxInFlight).toBe(Number.POSITIVE_INFINITY);
});

test('a timeout that is none when the request is sent again is a finding from the third on, if no other was in flight either', async () => {
  const service = new Scripted((_, turn) => (turn % 5 === 0 ? fault('timeout') : createResponse(taken)));
  const results = await all(executeCases(context(service, { concurrency: 1 }), 'test', cases(20)));
  const failed = results.filter(({ status }) => status === 'fail').map(({ case: id }) => id);
  // Of the first two, the second request has a response.
  expect(failed).toEqual(['createTurtle: case 12', 'createTurtle: case 17']);
});
