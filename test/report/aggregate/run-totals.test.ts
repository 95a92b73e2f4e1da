import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CaseResult, CaseStatus, Clause } from '../../../harness/core/model.ts';
import type { Report } from '../../../harness/core/report.ts';
import { RunTotals } from '../../../harness/report/aggregate/run-totals.ts';
import { type RunMetadata, summarize } from '../../../harness/report/aggregate/summarize.ts';
import { mergeReports } from '../../../harness/report/merge.ts';

const location = { file: 'a.yaml', line: 1, column: 1 };
const CLAUSES = ['one', 'two'].map((id): Clause => {
  return {
    id,
    operation: 'lend',
    direction: 'response',
    part: { kind: 'response', status: 'default' },
    schemaPointer: '#',
    location,
    instancePath: '',
    description: id,
  };
});
const [one] = CLAUSES as [Clause];
const SUITES = ['examples', 'generated'];
const FACTS: RunMetadata = {
  tool: { name: 'tool', version: '1' },
  spec: { file: 'a.yaml', overlays: [] },
  sources: [],
  target: 'http://127.0.0.1:1',
  seed: 1,
  started: '2024-01-01T00:00:00.000Z',
  durationMs: 10,
  suites: SUITES.map((name) => ({ name, pass: 0, fail: 0, error: 0, skip: 0, durationMs: 1 })),
  unspecified: [],
  operations: ['lend', 'return'].map((id) => ({ id, method: 'POST', path: `/${id}`, location })),
  clauses: CLAUSES,
};

function report(results: readonly CaseResult[], lists: number, shard?: Report['shard']): Report {
  const tally = new RunTotals(lists);
  for (const result of results) tally.add(result);
  return summarize({ ...FACTS, ...(shard ? { shard } : {}) }, tally);
}

function outcome(index: number, verdict: CaseStatus, size: number): CaseResult {
  const request = { method: 'POST', path: '/', headers: [], body: Buffer.alloc(size) };
  return {
    suite: 'generated',
    case: `lend: case ${String(index).padStart(5, '0')}`,
    operation: 'lend',
    expectation: 'accept',
    status: verdict,
    findings: verdict === 'fail' ? [{ check: 'c', clause: one, severity: 'error', message: `${size}` }] : [],
    disposition: verdict === 'pass' ? 'accepted' : undefined,
    coveredClauses: ['one'],
    exchange: { request, response: { kind: 'reset', detail: '', durationMs: 1 } },
    durationMs: 1,
  };
}

const many = (count: number, verdict: CaseStatus) =>
  Array.from({ length: count }, (_, index) => outcome(index, verdict, 1000 - index));

/** So many operations and suites that each has its least share of the list. */
const CROWDED = 1_000_000;

describe('a run of very many requests', () => {
  test('is counted whole, and listed in part: the first by the ids of their cases', () => {
    const given = many(500, 'pass');
    const { suites, operations, coverage, results, summary } = report(given.toReversed(), CROWDED);
    expect(suites[1]).toMatchObject({ name: 'generated', pass: 500 });
    expect([operations[0]?.sent, coverage[0]?.count]).toEqual([500, 500]);
    expect(summary).toContain('return (no request was sent');
    expect(results.map((each) => each.case)).toEqual(given.slice(0, 20).map((each) => each.case));
  });

  test('keeps nothing of an exchange that passed, and of the same failure no more than 25 and the smallest', () => {
    const { results, findings } = report([...many(500, 'pass'), ...many(500, 'fail')], CROWDED);
    const kept = results.filter(({ exchange }) => exchange !== undefined);
    expect(kept.map(({ status }) => status)).toEqual(Array.from({ length: 26 }, () => 'fail'));
    expect(findings).toMatchObject([
      { count: 500, message: '501', exchange: { request: { body: Buffer.alloc(501) } } },
    ]);
  });

  test('keeps 25 exchanges for each reason to prove nothing', () => {
    const skipped = (reason: string) =>
      many(100, 'skip').map((each) => ({ ...each, case: each.case + reason, inconclusiveReason: reason }));
    const { results } = report([...skipped('rate'), ...skipped('credentials')], 1);
    expect([results.length, results.filter(({ exchange }) => exchange !== undefined).length]).toEqual([200, 50]);
  });
});

const findingOf = fc.record({
  check: fc.constantFrom('a', 'b'),
  clause: fc.constantFrom(...CLAUSES),
  severity: fc.constantFrom('error' as const, 'warning' as const),
});

const outcomesOf = fc
  .array(
    fc.record({
      suite: fc.constantFrom(...SUITES),
      operation: fc.constantFrom('lend', 'return'),
      expectation: fc.constantFrom('accept' as const, 'reject' as const),
      findings: fc.array(findingOf, { maxLength: 2 }),
      disposition: fc.constantFrom('accepted' as const, 'rejected' as const, undefined),
      size: fc.nat(4),
      open: fc.boolean(),
    }),
    { maxLength: 120 },
  )
  .map((drawn) =>
    drawn.map(({ findings, open, size, ...rest }, index): CaseResult => {
      const failed = findings.some(({ severity }) => severity === 'error');
      const { exchange } = outcome(index, 'fail', size);
      const ms = 1;
      const messages = findings.map((finding, place) => ({ ...finding, message: `${index} ${place}` }));
      const clauses = ['one'];
      const result: CaseResult = {
        ...rest,
        case: `case ${index}`,
        status: failed ? 'fail' : 'pass',
        findings: messages,
        coveredClauses: clauses,
        ...(exchange ? { exchange } : {}),
        durationMs: ms,
      };
      if (!open || rest.disposition === 'accepted') return result;
      return { ...result, status: 'skip', inconclusive: 'credentials', inconclusiveReason: '401' };
    }),
  );

describe('a report', () => {
  test('is the same in whatever order its outcomes came', () => {
    fc.assert(
      fc.property(outcomesOf, (results) => {
        expect(report(results.toReversed(), CROWDED)).toEqual(report(results, CROWDED));
      }),
    );
  });

  test('of a whole is that of its parts, merged', () => {
    fc.assert(
      fc.property(outcomesOf, fc.array(fc.nat(2), { minLength: 120, maxLength: 120 }), (results, places) => {
        const parts = [0, 1, 2].map((place) => ({
          name: `${place}`,
          report: report(
            results.filter((_, index) => places[index] === place),
            4,
            { number: place + 1, count: 3 },
          ),
        }));
        expect(mergeReports(parts)).toEqual(report(results, 4));
      }),
    );
  });
});
