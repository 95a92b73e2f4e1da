import { countClauses } from '../../harness/core/clause-counts.ts';
import type { CaseResult, Clause } from '../../harness/core/model.ts';
import type { ClauseCoverage, FindingGroup, Report } from '../../harness/core/report.ts';
import { causesOf } from '../../harness/report/aggregate/causes.ts';
import { clauses, place } from './sample-clauses.ts';
import { SAMPLE_DOCUMENT, SAMPLE_FILE } from './sample-document.ts';
import { binary, page, silent, wrongType } from './sample-exchanges.ts';

/** An outcome with the sample's usual values where none are given. */
export function outcome(parts: Partial<CaseResult> & { case: string }): CaseResult {
  return {
    suite: 'examples',
    operation: 'lend',
    expectation: 'accept',
    status: 'pass',
    findings: [],
    disposition: 'accepted',
    coveredClauses: [clauses.branch.id],
    durationMs: 2.5,
    ...parts,
  };
}

/** A finding of the sample, as one group. */
export function finding(
  parts: Partial<FindingGroup> & Pick<FindingGroup, 'check' | 'clause' | 'message'>,
): FindingGroup {
  const { check, clause: broken } = parts;
  return {
    severity: 'error',
    operation: broken.operation,
    key: `${broken.operation} ${check} ${broken.id}`,
    count: 1,
    statuses: [],
    suites: ['examples'],
    cases: ['lend: a novel'],
    exchange: undefined,
    ...parts,
  };
}

export const findings: readonly FindingGroup[] = [
  finding({
    check: 'schema',
    clause: clauses.number,
    message: 'the response\'s property "number" is a string',
    expected: 'integer',
    actual: '"9007199254740993"',
    count: 1234,
    suites: ['examples', 'generated'],
    cases: ['lend: a novel', 'lend: body /number is 2^53+1'],
    exchange: wrongType,
  }),
  finding({
    check: 'content-type',
    clause: clauses.failureMedia,
    message: 'the response is text/html',
    expected: 'application/json',
    actual: 'text/html',
    count: 2,
    cases: ['lend: malformed JSON'],
    exchange: page,
  }),
  finding({
    check: 'complete-response',
    clause: clauses.returnStatus,
    message: 'no complete response came',
    suites: ['generated'],
    cases: ['takeBack: a novel'],
    exchange: silent,
  }),
  finding({
    check: 'status',
    severity: 'warning',
    clause: clauses.returnCode,
    message: 'the status is 200',
    expected: '204',
    actual: '200',
    suites: ['generated'],
    cases: ['takeBack: two'],
    exchange: binary,
  }),
];

function shown(group: FindingGroup, parts: Partial<CaseResult>): CaseResult {
  const { check, clause: broken, severity, message, expected, actual } = group;
  const own = {
    check,
    clause: broken,
    severity,
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
  return outcome({
    case: group.cases[0] ?? '',
    operation: group.operation,
    suite: group.suites[0] ?? '',
    status: severity === 'error' ? 'fail' : 'pass',
    findings: [own],
    disposition: undefined,
    coveredClauses: [broken.id],
    ...(group.exchange ? { exchange: group.exchange } : {}),
    ...parts,
  });
}

const outcomes: readonly CaseResult[] = [
  ...findings.map((group) => shown(group, {})),
  outcome({ case: 'lend: fewest members', coveredClauses: [clauses.branch.id, clauses.title.id] }),
  outcome({
    case: 'lend: no branch',
    expectation: 'reject',
    disposition: 'rejected',
    coveredClauses: [clauses.branch.id, clauses.failureCode.id],
  }),
  outcome({
    case: 'lend: taken',
    suite: 'generated',
    status: 'skip',
    disposition: undefined,
    inconclusiveReason: 'conflict: the value already exists (409)',
  }),
  outcome({
    case: 'takeBack: gone',
    suite: 'generated',
    operation: 'takeBack',
    status: 'error',
    disposition: undefined,
    inconclusiveReason: 'the service no longer listens at http://127.0.0.1:8080 (ECONNREFUSED)',
  }),
];

function cover(one: Clause): ClauseCoverage {
  const count = outcomes.filter(({ coveredClauses }) => coveredClauses.includes(one.id)).length;
  if (findings.some((group) => group.severity === 'error' && group.clause.id === one.id))
    return { clause: one, state: 'violated', count };
  return count > 0
    ? { clause: one, state: 'covered', count }
    : {
        clause: one,
        state: 'uncovered',
        count: 0,
        reason: one.direction === 'request' ? 'not tested by any request' : 'not present in any response',
      };
}

/** The report of a run against a faulty service. */
export function sampleReport(parts: Partial<Report> = {}): Report {
  const coverage = parts.coverage ?? Object.values(clauses).map(cover);
  return {
    tool: { name: 'contract-harness', version: '0.1.0' },
    spec: { file: SAMPLE_FILE, overlays: ['docs/strict.yaml'] },
    sources: [{ file: SAMPLE_FILE, text: SAMPLE_DOCUMENT }],
    target: 'http://reader:pa55word@127.0.0.1:8080/api',
    seed: 42,
    started: '2024-05-06T07:08:09.123Z',
    durationMs: 1234.5,
    verdict: 'failed',
    summary: 'contract violated: 3 clauses in 8 requests',
    suites: [
      { name: 'examples', pass: 2, fail: 2, error: 0, skip: 0, durationMs: 300 },
      {
        name: 'generated',
        pass: 1,
        fail: 1,
        error: 1,
        skip: 1,
        durationMs: 900.5,
        skippedReasons: ['12 cases beyond --max-time'],
      },
    ],
    operations: [
      {
        id: 'lend',
        method: 'POST',
        path: '/loans',
        location: place('/loans', 'post:'),
        sent: 5,
        accepted: 1,
        rejected: 1,
        verified: true,
      },
      {
        id: 'takeBack',
        method: 'POST',
        path: '/returns',
        location: place('/returns', 'post:'),
        sent: 3,
        accepted: 0,
        rejected: 0,
        verified: false,
        reason: 'no valid request was accepted',
      },
    ],
    findings,
    causes: causesOf(parts.findings ?? findings),
    clauses: countClauses(coverage),
    coverage,
    unspecified: [
      {
        pointer: '#/components/schemas/Loan/properties/note',
        location: place('note:', 'x-unspecified'),
        description: 'A size limit is not shown.',
      },
    ],
    results: outcomes,
    ...parts,
  };
}

/** The report of a run without a finding. */
export function keptReport(): Report {
  const passed = outcomes.filter(({ status, findings: found }) => status === 'pass' && found.length === 0);
  const verified = sampleReport().operations.map(({ reason, ...operation }) => ({
    ...operation,
    accepted: 1,
    rejected: 1,
    verified: true,
  }));
  return sampleReport({
    verdict: 'passed',
    operations: verified,
    summary: 'contract satisfied: 2 requests, no findings',
    findings: [],
    results: passed,
    suites: [{ name: 'examples', pass: 2, fail: 0, error: 0, skip: 0, durationMs: 300 }],
    coverage: Object.values(clauses).map((one) => ({ clause: one, state: 'covered', count: 2 })),
  });
}
