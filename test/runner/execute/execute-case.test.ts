import { describe, expect, test } from 'vitest';
import type { HttpResponse } from '../../../harness/core/model.ts';
import { decide } from '../../../harness/report/aggregate/inconclusive.ts';
import { executeCase } from '../../../harness/runner/execute/execute-case.ts';
import { context, inTurn, rejected, taken, turtle } from '../helpers.ts';

describe('a verdict', () => {
  test.each([
    ['accept', taken, 'pass', 'accepted'],
    ['accept', rejected(400), 'fail', 'rejected'],
    ['reject', rejected(400), 'pass', 'rejected'],
    ['reject', taken, 'fail', 'accepted'],
    ['any', taken, 'pass', 'accepted'],
    ['any', rejected(413), 'pass', 'rejected'],
    ['reject', { status: 400, body: 'no' }, 'fail', undefined],
    ['reject', { status: 302 }, 'fail', undefined],
  ] as const)('of a case to %s that gets %j is %s', async (expectation, parts, verdict, effect) => {
    const result = await executeCase(context(inTurn(parts)).executor, 'test', turtle(expectation));
    expect(result).toMatchObject({
      status: verdict,
      expectation: expectation,
      suite: 'test',
      operation: 'createTurtle',
    });
    expect(result.disposition).toBe(effect);
  });

  test('has what was sent and what came back, of a long body the beginning', async () => {
    const long = { status: 400, body: 'é'.repeat(70_000) };
    const { exchange } = await executeCase(context(inTurn(long)).executor, 'test', turtle());
    expect(exchange).toMatchObject({ request: { method: 'POST' }, response: { status: 400, complete: true } });
    const response = exchange?.response as HttpResponse;
    expect(Buffer.from(response.body).toString()).toMatch(/^"é+$/);
    expect(response.body.length).toBeLessThanOrEqual(65_536);
    expect(response.body.length + (response.truncatedBytes ?? 0)).toBe(140_002);
  });

  test('names the clauses that were put to the test: of the request, and of the response as far as it reaches', async () => {
    const result = await executeCase(context(inTurn(taken)).executor, 'test', turtle());
    expect(result.coveredClauses).toEqual(
      expect.arrayContaining([
        'createTurtle request body application/json syntax',
        'createTurtle response 2XX body application/json /id type',
        'createTurtle response whole',
      ]),
    );
    expect(result.coveredClauses).not.toContain('createTurtle response 2XX body application/json /tag type');
    expect(result.coveredClauses.some((id) => id.includes('default body'))).toBe(false);
  });
});

describe.each([401, 403])('%i: the service asks for credentials', (status) => {
  test('proves nothing, says what to pass, and counts once another request was accepted', async () => {
    const result = await executeCase(context(inTurn(rejected(status))).executor, 'test', turtle());
    expect(result).toMatchObject({
      status: 'skip',
      inconclusive: 'credentials',
      inconclusiveReason: expect.stringContaining(`(${status}): pass --header`),
    });
    expect(decide(result, true)).toMatchObject({ status: 'fail', findings: [{ check: 'expected-outcome' }] });
    expect(decide(result, false)).toMatchObject({ status: 'skip', findings: [], coveredClauses: [] });
  });

  test('is a rejection like any other where one is due', async () => {
    const result = await executeCase(context(inTurn(rejected(status))).executor, 'test', turtle('reject'));
    expect(result.status).toBe('pass');
  });
});

describe('400 in any shape: the request is none of HTTP (RFC 9112 section 3)', () => {
  test.each([
    ['proves nothing of a target that is no URI', 'tags=%zz', 400, 'skip'],
    ['is evaluated where the target is one', "tags=%7Fa:b/?@!$'()*,;~", 400, 'fail'],
    ['is the only status to do so', 'tags=%zz', 500, 'fail'],
  ])('%s', async (_, query, status, verdict) => {
    const service = inTurn({ status, headers: [['content-type', 'text/html']], body: '<h1>Bad Request</h1>' });
    expect((await executeCase(context(service).executor, 'test', turtle('any', { query }))).status).toBe(verdict);
  });
});

test('credentials go with every request but the one about their absence', async () => {
  const service = inTurn(taken);
  const given = context(service, {
    credentials: () => ({ headers: [['authorization', 'Bearer x']], query: ['key=1'] }),
  }).executor;
  await executeCase(given, 'test', turtle());
  await executeCase(given, 'test', { ...turtle(), withoutCredentials: true });
  expect(
    service.received.map(({ path, headers }) => [path, headers.some(([name]) => name === 'authorization')]),
  ).toEqual([
    ['/turtles?key=1', true],
    ['/turtles', false],
  ]);
});
