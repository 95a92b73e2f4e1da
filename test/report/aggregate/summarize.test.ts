import { describe, expect, test } from 'vitest';
import { isErrorPart } from '../../../harness/core/clause-part.ts';
import type { CaseResult } from '../../../harness/core/model.ts';
import type { Report, SuiteSummary } from '../../../harness/core/report.ts';
import { RunTotals } from '../../../harness/report/aggregate/run-totals.ts';
import { type RunMetadata, summarize } from '../../../harness/report/aggregate/summarize.ts';
import { CLAUSES, clause, failed, finding, kept, outcome, taken } from './outcomes.ts';

const SUITE: SuiteSummary = { name: 'examples', pass: 0, fail: 0, error: 0, skip: 0, durationMs: 1 };

const FACTS: RunMetadata = {
  tool: { name: 'tool', version: '1' },
  spec: { file: 'a.yaml', overlays: [] },
  sources: [],
  target: 'http://127.0.0.1:1',
  seed: 1,
  started: '2024-01-01T00:00:00.000Z',
  durationMs: 10,
  suites: [SUITE],
  unspecified: [],
  operations: [{ id: 'lend', method: 'POST', path: '/loans', location: clause('').location }],
  clauses: CLAUSES,
};

const accepted = () => outcome();
const misrejected = (status: number): CaseResult => {
  const request = { method: 'POST', path: '', headers: [], body: Buffer.alloc(0) };
  const body = Buffer.from('oops');
  const response = { status, statusText: '', httpVersion: '1.1', headers: [], body, complete: true, durationMs: 1 };
  return outcome({ expectation: 'reject', status: 'fail', disposition: undefined, exchange: { request, response } });
};
const rejected = () => outcome({ expectation: 'reject', disposition: 'rejected' });

const report = (results: CaseResult[], facts: Partial<RunMetadata> = {}): Report => {
  const tally = new RunTotals(1);
  for (const each of results) tally.add(each);
  return summarize({ ...FACTS, ...facts }, tally);
};

describe('the verdict', () => {
  test.each<[Report['verdict'], string, () => CaseResult[], RegExp]>([
    [
      'passed',
      'a request was accepted and another rejected',
      () => [accepted(), rejected()],
      /^contract satisfied: 2 requests, no findings$/,
    ],
    [
      'passed',
      'nothing but warnings came',
      () => [accepted(), rejected(), outcome({ findings: [finding(kept, { severity: 'warning' })] })],
      /satisfied: 3 requests, 1 warning$/,
    ],
    ['passed', 'nothing was sent that should be rejected', () => [accepted()], /satisfied: 1 request/],
    [
      'failed',
      'one finding is an error',
      () => [accepted(), rejected(), failed(1, finding(kept))],
      /^contract violated: 1 clause in 3 requests$/,
    ],
    ['failed', 'nothing was ever accepted, and there are findings', () => [failed(1, finding(kept))], /violated/],
    [
      'unverified',
      'nothing was accepted',
      () => [
        rejected(),
        outcome({ status: 'skip', disposition: undefined, inconclusiveReason: 'the service asks for credentials' }),
      ],
      /not verified: lend \(no valid request was accepted; the service asks for credentials\)/,
    ],
    [
      'unverified',
      'nothing was rejected',
      () => [accepted(), outcome({ expectation: 'reject', disposition: undefined })],
      /not verified: lend \(no invalid request was rejected\)/,
    ],
    [
      'unverified',
      'a request could not be sent',
      () => [accepted(), rejected(), outcome({ status: 'error' })],
      /some requests could not be sent/,
    ],
    [
      'not-run',
      'no request could be sent',
      () => [outcome({ status: 'error', disposition: undefined, inconclusiveReason: 'Dredd is gone' })],
      /^Dredd is gone$/,
    ],
    ['not-run', 'there was none', () => [], /^no request was sent$/],
  ])('is %s where %s', (verdict, _, results, summary) => {
    expect(report(results())).toMatchObject({ verdict, summary: expect.stringMatching(summary) });
  });

  test('is not verified for an operation that was not tested at all', () => {
    const other = { id: 'takeBack', method: 'DELETE', path: '/loans', location: clause('').location };
    const { verdict, operations } = report([accepted(), rejected()], { operations: [...FACTS.operations, other] });
    expect(verdict).toBe('unverified');
    expect(operations.map(({ verified, reason }) => [verified, reason])).toEqual([
      [true, undefined],
      [false, 'no request was sent: give an example with --examples'],
    ]);
  });

  test('tells rejections that violate the document from requests that are not rejected', () => {
    const reasonAfter = (status: number) =>
      report([accepted(), misrejected(status)]).operations.map(({ reason }) => reason);
    expect(reasonAfter(400)).toEqual(['invalid requests were rejected, but no such response was as documented']);
    expect(reasonAfter(200)).toEqual(['no invalid request was rejected']);
  });

  test('names some operations of each reason, and counts the others', () => {
    const [lend] = FACTS.operations;
    const others = ['a', 'b', 'c', 'd', 'e'].map((id) => ({
      id,
      method: 'GET',
      path: `/${id}`,
      location: clause('').location,
    }));
    const { summary } = report([accepted(), outcome({ expectation: 'reject', disposition: undefined })], {
      operations: lend ? [lend, ...others] : others,
    });
    expect(summary).toBe(
      'not verified: lend (no invalid request was rejected); a, b, c and 2 more (no request was sent: give an example with --examples)',
    );
  });

  test('asks for no rejection where the contract documents no error', () => {
    const silent = CLAUSES.filter(({ part }) => !isErrorPart(part));
    const results = [accepted(), outcome({ expectation: 'reject', disposition: undefined })];
    expect(report(results, { clauses: silent }).verdict).toBe('passed');
  });

  test('of a run that was stopped is not that the contract is satisfied', () => {
    const stopped = report([accepted(), rejected()], { stopped: 'the run was stopped' });
    expect(stopped).toMatchObject({
      verdict: 'unverified',
      summary: expect.stringMatching(/^the run was stopped: 2 requests/),
    });
    expect(report([failed(1, finding(kept))], { stopped: 'the run was stopped' }).verdict).toBe('failed');
  });
});

describe('the report', () => {
  test('reports of each clause whether it was satisfied, violated, or never covered and why', () => {
    const { coverage } = report([
      outcome({ coveredClauses: ['taken'] }),
      { ...failed(1, finding(kept)), coveredClauses: ['taken', 'kept'] },
    ]);
    expect(coverage.map(({ clause: { id }, state, count: times, reason }) => [id, state, times, reason])).toEqual([
      ['taken', 'covered', 2, undefined],
      ['kept', 'violated', 1, undefined],
      ['failed', 'uncovered', 0, 'not present in any response'],
    ]);
    expect(report([outcome({ disposition: undefined })]).coverage.map(({ reason }) => reason)).toEqual([
      'no valid request was accepted',
      'no response received',
      'no response received',
    ]);
  });

  test('a warning breaks no clause', () => {
    const warned = outcome({ findings: [finding(kept, { severity: 'warning' })], coveredClauses: ['kept'] });
    expect(report([warned]).coverage[1]).toMatchObject({ state: 'covered', count: 1 });
  });

  test('counts verdicts by suite and effects by operation', () => {
    const results = [
      accepted(),
      rejected(),
      failed(1, finding(kept)),
      outcome({ status: 'skip', disposition: undefined }),
    ];
    const { suites, operations } = report(results);
    expect(suites).toMatchObject([{ name: 'examples', pass: 2, fail: 1, error: 0, skip: 1 }]);
    expect(operations).toMatchObject([{ sent: 4, accepted: 2, rejected: 1 }]);
  });

  test('is the same in whatever order the outcomes came', () => {
    const results = [accepted(), rejected(), failed(2, finding(kept)), failed(1, finding(taken))];
    expect(report(results)).toEqual(report(results.toReversed()));
  });
});
