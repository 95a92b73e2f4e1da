import type {
  Answer,
  Clause,
  ClauseCoverage,
  Direction,
  Fault,
  FindingGroup,
  Location,
  Outcome,
  Report,
  Request,
} from '../../harness/model.ts';
import { SAMPLE_DOCUMENT, SAMPLE_FILE } from './sample-document.ts';

/** The credentials that the sample's requests carry; no report may show them. */
export const SAMPLE_SECRET = 'eyJhbGciOi.c2VjcmV0.tok3n';

/** The place where `text` first occurs after `after`. */
function place(after: string, text: string): Location {
  const index = SAMPLE_DOCUMENT.indexOf(text, SAMPLE_DOCUMENT.indexOf(after));
  if (index < 0) throw new Error(`no ${text} after ${after}`);
  const lines = SAMPLE_DOCUMENT.slice(0, index).split('\n');
  return { file: SAMPLE_FILE, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

function clause(
  operation: string,
  direction: Direction,
  part: string,
  path: string,
  says: string,
  at: Location,
): Clause {
  const keyword = says.split(' ').at(-1) ?? '';
  return {
    id: `${operation} ${part} ${path} ${keyword}`,
    operation,
    direction,
    part,
    path,
    says,
    pointer: `#/sample${path}/${keyword}`,
    location: at,
  };
}

const body = 'response 201 body';
export const clauses = {
  branch: clause('lend', 'request', 'query branch', '', 'query branch is required', place('/loans', 'required: true')),
  media: clause(
    'lend',
    'request',
    'request body',
    '',
    'the body is application/json',
    place('/loans', 'application/json'),
  ),
  requestNumber: clause(
    'lend',
    'request',
    'request body',
    '/number',
    'member number is an integer',
    place('Loan:', 'type: integer'),
  ),
  requestTitle: clause(
    'lend',
    'request',
    'request body',
    '/title',
    'member title has at least 1 character',
    place('Loan:', 'minLength'),
  ),
  number: clause('lend', 'response', body, '/number', 'member number is an integer', place('Loan:', 'type: integer')),
  range: clause('lend', 'response', body, '/number', 'member number is within int64', place('Loan:', 'format: int64')),
  title: clause('lend', 'response', body, '/title', 'member title is a string', place('Loan:', 'type: string')),
  failureCode: clause(
    'lend',
    'response',
    'response default body',
    '/code',
    'member code is required',
    place('Failure:', 'required: ['),
  ),
  failureMedia: clause(
    'lend',
    'response',
    'response default body',
    '',
    'the answer is application/json',
    place('responses:\n    Failure', 'application/json'),
  ),
  returnStatus: clause('takeBack', 'response', 'response 204', '', 'the success is 204', place('/returns', '"204"')),
  returnCode: clause(
    'takeBack',
    'response',
    'response default body',
    '/code',
    'member code is within int32',
    place('Failure:', 'format: int32'),
  ),
};

const json = ['Content-Type', 'application/json'] as const;
const auth = ['Authorization', `Bearer ${SAMPLE_SECRET}`] as const;

export function request(path: string, content: string, headers: Request['headers'] = [json, auth]): Request {
  return { method: 'POST', path, headers, body: Uint8Array.from(Buffer.from(content)) };
}

export function answer(
  status: number,
  statusText: string,
  content: string | Uint8Array,
  type = 'application/json',
): Answer {
  const bytes = Uint8Array.from(typeof content === 'string' ? Buffer.from(content) : content);
  return {
    status,
    statusText,
    httpVersion: '1.1',
    headers: [
      ['Content-Type', type],
      ['X-Trace', 'a1'],
    ],
    bytes,
    complete: true,
    ms: 3.25,
  };
}

const timeout: Fault = {
  fault: 'timeout',
  detail: 'no whole answer within 5000 ms',
  ms: 5000.4,
  partial: { ...answer(200, 'OK', '{"num'), complete: false },
};

/** An outcome with the sample's usual values where none are given. */
export function outcome(parts: Partial<Outcome> & { case: string }): Outcome {
  return {
    suite: 'examples',
    operation: 'lend',
    intent: 'accept',
    verdict: 'pass',
    findings: [],
    effect: 'accepted',
    exercised: [clauses.branch.id],
    ms: 2.5,
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
    suites: ['examples'],
    cases: ['lend: a novel'],
    exchange: undefined,
    ...parts,
  };
}

const wrongType = {
  request: request('/loans?branch=main', '{"number":9007199254740993,"title":"Dune"}'),
  answer: answer(201, 'Created', `{"number":"9007199254740993","title":"Dune","seen":"${SAMPLE_SECRET}"}`),
};
const page = {
  request: request("/loans?branch=it's", '{"number":1,'),
  answer: answer(
    500,
    'Internal Server Error',
    `<!DOCTYPE html>\n<script>alert('</script>')</script>\n<p>\u001b[31m\u2028]]>&amp; 🐛\n::error::no\n`,
    'text/html',
  ),
};
const silent = { request: request('/returns', '{"number":1,"title":"Dune"}'), answer: timeout };
const binary = {
  request: request('/returns', '{"number":2,"title":"x"}'),
  answer: answer(200, 'OK', Uint8Array.of(0, 255, 254, 0xc3, 0x28), 'image/png'),
};

export const findings: readonly FindingGroup[] = [
  finding({
    check: 'schema',
    clause: clauses.number,
    message: 'the answer\'s member "number" is a string',
    expected: 'integer',
    actual: '"9007199254740993"',
    count: 1234,
    suites: ['examples', 'generated'],
    cases: ['lend: a novel', 'lend: body /number is 2^53+1'],
    exchange: wrongType,
  }),
  finding({
    check: 'media-type',
    clause: clauses.failureMedia,
    message: 'the answer is text/html',
    expected: 'application/json',
    actual: 'text/html',
    count: 2,
    cases: ['lend: malformed JSON'],
    exchange: page,
  }),
  finding({
    check: 'delivery',
    clause: clauses.returnStatus,
    message: 'no whole answer came',
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

function shown(group: FindingGroup, parts: Partial<Outcome>): Outcome {
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
    verdict: severity === 'error' ? 'fail' : 'pass',
    findings: [own],
    effect: undefined,
    exercised: [broken.id],
    ...(group.exchange ? { exchange: group.exchange } : {}),
    ...parts,
  });
}

const outcomes: readonly Outcome[] = [
  ...findings.map((group) => shown(group, {})),
  outcome({ case: 'lend: fewest members', exercised: [clauses.branch.id, clauses.title.id] }),
  outcome({
    case: 'lend: no branch',
    intent: 'reject',
    effect: 'refused',
    exercised: [clauses.branch.id, clauses.failureCode.id],
  }),
  outcome({
    case: 'lend: taken',
    suite: 'generated',
    verdict: 'skip',
    effect: undefined,
    reason: 'the value under test is taken (409)',
  }),
  outcome({
    case: 'takeBack: gone',
    suite: 'generated',
    operation: 'takeBack',
    verdict: 'error',
    effect: undefined,
    reason: 'the service no longer listens at http://127.0.0.1:8080 (ECONNREFUSED)',
  }),
];

function cover(one: Clause): ClauseCoverage {
  const count = outcomes.filter(({ exercised }) => exercised.includes(one.id)).length;
  if (findings.some((group) => group.severity === 'error' && group.clause.id === one.id))
    return { clause: one, state: 'broken', count };
  return count > 0
    ? { clause: one, state: 'exercised', count }
    : {
        clause: one,
        state: 'unreached',
        count: 0,
        why: one.direction === 'request' ? 'no request was about it' : 'no answer had it',
      };
}

/** The report of a run against a faulty service. */
export function sampleReport(parts: Partial<Report> = {}): Report {
  return {
    tool: { name: 'contract-harness', version: '0.1.0' },
    spec: { file: SAMPLE_FILE, overlays: ['docs/strict.yaml'] },
    sources: [{ file: SAMPLE_FILE, text: SAMPLE_DOCUMENT }],
    target: 'http://reader:pa55word@127.0.0.1:8080/api',
    seed: 42,
    started: '2024-05-06T07:08:09.123Z',
    ms: 1234.5,
    verdict: 'broken',
    summary: 'the contract is broken: 3 clauses in 8 requests',
    suites: [
      { name: 'examples', pass: 2, fail: 2, error: 0, skip: 0, ms: 300 },
      { name: 'generated', pass: 1, fail: 1, error: 1, skip: 1, ms: 900.5, leftOut: '12 cases beyond --max-time' },
    ],
    operations: [
      {
        id: 'lend',
        method: 'POST',
        path: '/loans',
        location: place('/loans', 'post:'),
        sent: 5,
        accepted: 1,
        refused: 1,
        proven: true,
      },
      {
        id: 'takeBack',
        method: 'POST',
        path: '/returns',
        location: place('/returns', 'post:'),
        sent: 3,
        accepted: 0,
        refused: 0,
        proven: false,
        why: 'no request was ever accepted',
      },
    ],
    findings,
    coverage: Object.values(clauses).map(cover),
    gaps: [
      {
        pointer: '#/components/schemas/Loan/properties/note',
        location: place('note:', 'x-unspecified'),
        says: 'A size limit is not shown.',
      },
    ],
    outcomes,
    ...parts,
  };
}

/** The report of a run without a finding. */
export function keptReport(): Report {
  const kept = outcomes.filter(({ verdict, findings: found }) => verdict === 'pass' && found.length === 0);
  return sampleReport({
    verdict: 'kept',
    summary: 'the contract is kept: 2 requests, no finding',
    findings: [],
    outcomes: kept,
    suites: [{ name: 'examples', pass: 2, fail: 0, error: 0, skip: 0, ms: 300 }],
    coverage: Object.values(clauses).map((one) => ({ clause: one, state: 'exercised', count: 2 })),
  });
}
