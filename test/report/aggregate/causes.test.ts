import { describe, expect, test } from 'vitest';
import type { Clause } from '../../../harness/core/model.ts';
import type { FindingGroup } from '../../../harness/core/report.ts';
import type { SequenceStep } from '../../../harness/core/sequence.ts';
import { causesOf } from '../../../harness/report/aggregate/causes.ts';

interface Sample {
  readonly operation: string;
  readonly check?: string;
  readonly outcome?: string;
  readonly message?: string;
  /** The violated line; of a response unless `direction` is given. */
  readonly line?: number;
  readonly direction?: Clause['direction'];
  readonly status?: number;
  readonly body?: string;
  readonly query?: string;
  readonly sent?: string;
  readonly count?: number;
  readonly severity?: FindingGroup['severity'];
  readonly cases?: readonly string[];
  /** Description of the clause. */
  readonly clause?: string;
  readonly schemaPointer?: string;
  /** Requests about one record, each with its status. */
  readonly steps?: readonly Step[];
}

type Step = readonly [method: string, path: string, status: number];

const REJECTED = { operation: 'a', direction: 'request', outcome: 'accept 4xx' } as const;

let number = 0;

function finding(sample: Sample): FindingGroup {
  const { operation, status = 400, count = 1, outcome } = sample;
  const id = `clause ${++number}`;
  return {
    key: `${operation} ${id}`,
    operation,
    check: sample.check ?? (outcome === undefined ? 'response-schema' : 'expected-outcome'),
    severity: sample.severity ?? 'error',
    message: sample.message ?? `message ${String.fromCharCode(97 + number)}`,
    ...(outcome === undefined ? {} : { outcome }),
    clause: clauseOf(sample, id),
    count,
    statuses: [{ status: String(status), count }],
    suites: ['generated'],
    cases: sample.cases ?? [],
    exchange: sample.steps ? undefined : exchangeOf(sample),
    ...(sample.steps ? { sequence: sample.steps.map(stepOf) } : {}),
  };
}

function stepOf([method, path, status]: Step): SequenceStep {
  const { request, response } = exchangeOf({ operation: 'a', status });
  const inPath = path.split('/').flatMap((part, segment) => (/^\d/.test(part) ? [{ segment, name: 'id_1' }] : []));
  return { purpose: '', request: { ...request, method, path }, response, captures: [], inPath };
}

function exchangeOf({ operation, query = '', sent, body = '{}', status = 400 }: Sample) {
  return {
    request: {
      method: 'GET',
      path: `/${operation}${query}`,
      headers: [],
      body: sent === undefined ? undefined : Buffer.from(sent),
    },
    response: {
      status,
      statusText: '',
      httpVersion: '1.1',
      headers: [['Content-Type', 'application/json; charset=utf-8']] as const,
      body: Buffer.from(body),
      complete: true,
      durationMs: 1,
    },
  };
}

function clauseOf(
  { operation, direction = 'response', line, clause, schemaPointer = '#' }: Sample,
  id: string,
): Clause {
  return {
    id,
    operation,
    direction,
    part: direction === 'request' ? { kind: 'request-body' } : { kind: 'response', status: '400' },
    schemaPointer,
    location: { file: 'api.yaml', line: line ?? 1000 + number, column: 3 },
    instancePath: clause === undefined ? '/title' : '',
    description: clause ?? id,
  };
}

function groupsOf(samples: readonly Sample[]): string[] {
  const findings = samples.map(finding);
  const names = new Map(findings.map(({ key }, index) => [key, String.fromCharCode(97 + index)]));
  return causesOf(findings).map((cause) =>
    cause.findings
      .map((key) => names.get(key))
      .sort()
      .join(''),
  );
}

describe('findings have one cause', () => {
  test.each<[rule: string, samples: Sample[], expected: string[]]>([
    [
      'if the responses of many operations violate one line of the document',
      [
        { operation: 'a', line: 7, status: 400 },
        { operation: 'b', line: 7, status: 404 },
        { operation: 'c', line: 8 },
      ],
      ['ab', 'c'],
    ],
    [
      'if one operation gives one kind of response to many changes, whatever the values',
      [
        { operation: 'a', direction: 'request', outcome: 'accept 4xx', body: '{"detail":"no title"}' },
        { operation: 'a', direction: 'request', outcome: 'accept 4xx', body: '{"detail":"no author"}' },
        { operation: 'a', direction: 'request', outcome: 'accept 4xx', body: '{"errors":[]}' },
      ],
      ['ab', 'c'],
    ],
    [
      'if the rejections of an operation name the same part of the request, quoted or alone',
      [
        { ...REJECTED, query: '?limit=-2', body: '{"detail":"\\"limit\\" is too small"}' },
        { ...REJECTED, query: '?limit=1&page=-1', body: '{"detail":"\\"page\\" is too small"}' },
        { ...REJECTED, query: '?limit=9', body: '{"detail":"query.limit"}' },
        { ...REJECTED, sent: '{"items":[{"size":1}]}', body: '{"detail":"items[0].size"}' },
        { ...REJECTED, query: '?limit=-3&page=2', body: '{"detail":"the page is no page"}' },
      ],
      ['ac', 'b', 'd', 'e'],
    ],
    [
      'if properties are missing in one kind of response',
      [
        { operation: 'a', schemaPointer: '#/required/0' },
        { operation: 'a', schemaPointer: '#/required/1' },
        { operation: 'a', schemaPointer: '#/required/1', body: '[]' },
      ],
      ['ab', 'c'],
    ],
    [
      'if many operations give one kind of response with one message',
      [
        { operation: 'a', outcome: 'accept 5xx', status: 500, message: 'valid request rejected' },
        { operation: 'b', outcome: 'accept 5xx', status: 500, message: 'valid request rejected' },
        { operation: 'c', outcome: 'accept 5xx', status: 503, message: 'valid request rejected' },
      ],
      ['ab', 'c'],
    ],
    [
      'if many operations reject with the same words, whatever the values',
      [
        { operation: 'a', outcome: 'accept 4xx', message: 'm', body: '{"detail":"\\"title\\" is required"}' },
        { operation: 'b', outcome: 'accept 4xx', message: 'm', body: '{"detail":"\\"name\\" is required"}' },
        { operation: 'c', outcome: 'accept 4xx', message: 'm', body: '{"detail":"\\"page\\" must be one of 1, 2"}' },
      ],
      ['ab', 'c'],
    ],
    [
      'if operations fail (5xx) with the same words, whatever the values; an operation may fail for several reasons',
      [
        { operation: 'a', outcome: 'accept 5xx', status: 500, message: 'm', body: '{"message":"no date: \\"x1\\""}' },
        { operation: 'a', outcome: 'accept 5xx', status: 500, message: 'm', body: '{"message":"value too long"}' },
        { operation: 'b', outcome: 'accept 5xx', status: 500, message: 'm', body: '{"message":"no date: \\"y2\\""}' },
      ],
      ['ac', 'b'],
    ],
    [
      'if many operations do not test what one shared line of the request says',
      [
        { operation: 'a', direction: 'request', outcome: 'reject 2xx', status: 200, line: 7 },
        { operation: 'b', direction: 'request', outcome: 'reject 2xx', status: 201, line: 7 },
        { operation: 'c', direction: 'request', outcome: 'reject 2xx', status: 201, line: 8 },
      ],
      ['ab', 'c'],
    ],
    [
      'if operations accept bodies of another media type',
      ['a', 'b'].map((operation) => ({
        operation,
        direction: 'request' as const,
        outcome: 'reject 2xx',
        status: 201,
        clause: 'the request body is application/json',
      })),
      ['ab'],
    ],
    [
      'if many operations reject with words in which only the path differs',
      [
        { operation: 'a', outcome: 'accept 4xx', message: 'm', body: 'Cannot GET /v1/a' },
        { operation: 'b', outcome: 'accept 4xx', message: 'm', body: 'Cannot GET /v1/b' },
        { operation: 'c', outcome: 'accept 4xx', message: 'm', body: 'Cannot POST /v1/c' },
      ],
      ['ab', 'c'],
    ],
    [
      'if the whole of an error response is wrong in the same cases, such as a page of a proxy',
      [
        { operation: 'a', outcome: 'accept 4xx', status: 404, body: 'no page', cases: ['plain'] },
        { operation: 'a', check: 'content-type', status: 404, body: 'no page', cases: ['plain'] },
        { operation: 'a', check: 'response-schema', status: 404, body: 'no page', cases: ['plain'] },
      ],
      ['ab', 'c'],
    ],
    [
      'if a parser is lenient, at whatever operation',
      [
        { operation: 'a', check: 'lenient-parsing', severity: 'warning' },
        { operation: 'b', check: 'lenient-parsing', severity: 'warning', body: '{"id":1}' },
      ],
      ['ab'],
    ],
  ])('%s', (_rule, samples, expected) => {
    expect(groupsOf(samples)).toEqual(expected);
  });
});

describe('findings have causes of their own', () => {
  test.each<[rule: string, samples: Sample[]]>([
    [
      'if the checks differ',
      [
        { operation: 'a', line: 7 },
        { operation: 'a', line: 7, check: 'content-type' },
      ],
    ],
    [
      'if one is an error and the other a warning',
      [
        { operation: 'a', line: 7 },
        { operation: 'a', line: 7, severity: 'warning' },
      ],
    ],
    [
      'if two operations accept invalid requests: each has to check its own',
      ['a', 'b'].map((operation) => ({
        operation,
        direction: 'request' as const,
        outcome: 'reject 2xx',
        status: 204,
        message: 'invalid request accepted',
      })),
    ],
    [
      'if they are undocumented statuses, although one line lists those that are documented',
      [
        { operation: 'a', line: 7, check: 'status-code', outcome: '404', status: 404 },
        { operation: 'a', line: 7, check: 'status-code', outcome: '400', status: 400 },
      ],
    ],
    [
      'if one response has two wrong values',
      [
        { operation: 'a', body: '{"title":null,"at":"today"}' },
        { operation: 'a', body: '{"title":null,"at":"today"}' },
      ],
    ],
    [
      'if a valid request is rejected and an invalid one accepted',
      [
        { operation: 'a', direction: 'request', outcome: 'accept 4xx' },
        { operation: 'a', direction: 'request', outcome: 'reject 2xx', status: 200 },
      ],
    ],
  ])('%s', (_rule, samples) => {
    expect(groupsOf(samples)).toEqual(['a', 'b']);
  });
});

test('records that are lost after the same change have one cause, whatever else was done to them', () => {
  const created: Step = ['POST', '/books', 201];
  const lost = (path: string, ...changes: Step[]): Sample => ({
    operation: 'a',
    steps: [created, ...changes, ['GET', path, 404]],
  });
  const groups = groupsOf([
    lost('/books/1', ['PUT', '/books/1', 200]),
    lost('/books/2', ['PUT', '/books/2', 200], ['GET', '/books', 200], ['DELETE', '/books/3', 204]),
    lost('/books/4', ['PATCH', '/books/4', 200]),
    lost('/books/5', ['PUT', '/books/5', 400], ['PUT', '/books/6', 200]),
    { operation: 'a', steps: [created, ['PUT', '/books/7', 200], ['GET', '/books/7', 200]] },
  ]);
  expect(groups).toEqual(['ab', 'c', 'd', 'e']);
});

test('a cause counts each status separately and begins with the smallest request', () => {
  const [cause, ...others] = causesOf([
    finding({ operation: 'longer', line: 7, status: 404, count: 2 }),
    finding({ operation: 'a', line: 7, status: 400, count: 3 }),
    finding({ operation: 'b1', line: 7, status: 404, count: 4 }),
  ]);
  expect(others).toEqual([]);
  expect(cause).toMatchObject({
    count: 9,
    statuses: [
      { status: '400', count: 3 },
      { status: '404', count: 6 },
    ],
    operations: ['longer', 'a', 'b1'],
  });
  expect(cause?.findings.map((key) => key.split(' ')[0])).toEqual(['a', 'longer', 'b1']);
});
