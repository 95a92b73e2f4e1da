import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CaseResult } from '../../../harness/core/model.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { informative } from '../../../harness/runner/settings/effort.ts';
import { resolveOptions } from '../../../harness/runner/settings/options.ts';
import { generated } from '../../../harness/runner/suites/generated/suite.ts';
import { verify } from '../../../harness/runner/verify.ts';
import { createResponse } from '../../checks/exchanges.ts';
import { all, context, rejected, Scripted, slow, taken, turtle } from '../helpers.ts';

const SPEC = 'spec/openapi.yaml';
const REQUEST_CLAUSES = loadContract(SPEC).clauses.filter(({ direction }) => direction === 'request');

afterEach(() => {
  vi.restoreAllMocks();
});

const coveredBy = (results: readonly CaseResult[]) => new Set(results.flatMap((result) => result.coveredClauses));
const idsOf = (results: readonly CaseResult[]) => results.map((result) => result.case);

describe('--effort', () => {
  test('quick covers on the mock what normal covers, with fewer requests', async () => {
    const run = (effort: 'quick' | 'normal') => verify({ spec: SPEC, effort, suites: ['generated'], runs: 0 });
    const [quick, normal] = [await run('quick'), await run('normal')];
    const states = ({ coverage }: typeof quick) => coverage.map(({ clause, state }) => `${clause.id} ${state}`);
    expect(quick.verdict).toBe('passed');
    expect(states(quick)).toEqual(states(normal));
    expect(quick.results.length).toBeLessThan(normal.results.length / 5);
    expect(quick.notes).toEqual(['effort quick: each clause once, no random requests']);
  });

  test('decides about random requests and Dredd, unless those are named', () => {
    const sizes = (['quick', 'normal', 'thorough'] as const).map((effort) => resolveOptions({ spec: SPEC, effort }));
    expect(sizes.map(({ randomCases }) => randomCases)).toEqual([0, 20, 200]);
    expect(sizes.map(({ suites }) => suites.includes('dredd'))).toEqual([false, true, true]);
    const named = resolveOptions({ spec: SPEC, effort: 'quick', runs: 7, suites: ['dredd'] });
    expect([named.randomCases, named.suites]).toEqual([7, ['dredd']]);
  });

  test('that is none is rejected with the nearest one', () => {
    const effort = 'quik' as 'quick';
    expect(() => resolveOptions({ spec: SPEC, effort })).toThrow('Unknown effort "quik". Did you mean quick?');
  });
});

describe('the cases that test something for the first time', () => {
  const [name] = REQUEST_CLAUSES;
  if (!name) throw new Error('the document has clauses of requests');
  const targeting = (id: string, expectation: 'accept' | 'reject' | 'any') => ({
    ...turtle(expectation, { id }),
    targets: [name],
  });
  const cases = [
    targeting('one', 'any'),
    targeting('two', 'reject'),
    targeting('three', 'reject'),
    targeting('four', 'accept'),
    targeting('five', 'any'),
  ];
  const ids = (wanted: 'first' | 'further', taken?: number) =>
    [...informative(cases, wanted, taken)].map(({ id }) => id.replace(/.* /, ''));

  test('are the first that is accepted, and the first that is rejected', () => {
    expect(ids('first')).toEqual(['one', 'two', 'four']);
    expect(ids('further', 3)).toEqual(['three', 'five']);
    expect(ids('further', 1)).toEqual(['two', 'three', 'four', 'five']);
  });
});

test('a clause that was violated together with another is violated alone, too', () => {
  const [one, other] = REQUEST_CLAUSES;
  if (!one || !other) throw new Error('the document has two clauses of requests');
  const rejecting = (id: string, ...targets: (typeof one)[]) => ({ ...turtle('reject', { id }), targets });
  const cases = [
    rejecting('both', other, one),
    rejecting('first', one),
    rejecting('second', one),
    rejecting('other', other),
  ];
  expect([...informative(cases, 'first')].map(({ id }) => id.replace(/.* /, ''))).toEqual(['both', 'first', 'other']);
});

describe('with --max-time', () => {
  test('every case is sent once, if there is time', async () => {
    const unlimited = idsOf(await all(generated.run(context(slow(0), { randomCases: 2 }))));
    const limited = idsOf(await all(generated.run(context(slow(1), { randomCases: 2, deadline: 1e9 }))));
    expect(limited.toSorted()).toEqual(unlimited.toSorted());
    expect(limited).not.toEqual(unlimited);
  });

  test('a slow service with one worker gets a request for every clause before any is tested again', async () => {
    const accepting = { randomCases: 20, concurrency: 1 };
    const everything = await all(generated.run(context(slow(150), accepting)));
    const some = await all(generated.run(context(slow(150), { ...accepting, deadline: 150 * 70 })));
    expect(some.length).toBeLessThan(everything.length / 5);
    for (const { id } of REQUEST_CLAUSES) expect(coveredBy(some)).toContain(id);
  });

  test('quick sends no more than the first of each, whatever the service responds', async () => {
    const rejecting = () =>
      new Scripted((request) => createResponse(/"id"/.test(String(request.body)) ? taken : rejected(400)));
    const few = idsOf(await all(generated.run(context(rejecting(), { effort: 'quick', randomCases: 0 }))));
    const many = idsOf(await all(generated.run(context(rejecting(), { randomCases: 0 }))));
    expect(few.length).toBeGreaterThan(0);
    expect(few.length).toBeLessThan(many.length / 5);
    expect(many).toEqual(expect.arrayContaining(few));
  });
});

test('`all` stands for every suite, also beside others', () => {
  const { suites } = resolveOptions({ spec: SPEC, suites: ['dredd', 'all'], effort: 'quick' });
  expect([...suites].sort()).toEqual(['dredd', 'examples', 'generated', 'stateful']);
});
