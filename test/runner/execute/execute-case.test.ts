import { describe, expect, test } from 'vitest';
import type { HttpResponse } from '../../../harness/core/model.ts';
import { decide } from '../../../harness/report/aggregate/inconclusive.ts';
import { findRunViolations } from '../../../harness/runner/conclude/run-findings.ts';
import { executeCase } from '../../../harness/runner/execute/execute-case.ts';
import { createResponse } from '../../checks/exchanges.ts';
import { context, fault, inTurn, rejected, Scripted, taken, turtle } from '../helpers.ts';

const body = (service: Scripted, index: number) => Buffer.from(service.received.at(index)?.body ?? []).toString();

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

describe('429: too many requests (RFC 6585 section 4)', () => {
  test.each([
    ['at once', ['retry-after', '0']],
    ['after a moment', ['x-nothing', '']],
    ['when the date is past', ['retry-after', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ] as const)('the request is sent again %s, as it was', async (_, header) => {
    const service = inTurn(rejected(429, [...header]), rejected(429, ['retry-after', '0']), taken);
    const result = await executeCase(context(service).executor, 'test', turtle());
    expect([result.status, service.received.length]).toEqual(['pass', 3]);
    expect(body(service, 2)).toBe(body(service, 0));
  });

  test.each(['accept', 'reject', 'any'] as const)(
    'again and again proves nothing of a case to %s',
    async (expectation) => {
      const service = inTurn(rejected(429, ['retry-after', '0']));
      const result = await executeCase(context(service).executor, 'test', turtle(expectation));
      expect(result).toMatchObject({
        status: 'skip',
        findings: [],
        inconclusiveReason: 'rate limited (429)',
      });
      expect([result.disposition, result.coveredClauses, service.received.length]).toEqual([undefined, [], 6]);
    },
  );

  test('that violates the contract is a finding, and is not repeated', async () => {
    const service = inTurn({ status: 429, body: 'slow down' });
    const result = await executeCase(context(service).executor, 'test', turtle());
    expect([result.status, service.received.length]).toEqual(['fail', 1]);
  });

  test('does not hold up a run that is stopped', async () => {
    const controller = new AbortController();
    const service = new Scripted(() => {
      setImmediate(() => controller.abort());
      return createResponse(rejected(429, ['retry-after', '10']));
    });
    const result = await executeCase(context(service, { signal: controller.signal }).executor, 'test', turtle());
    expect(result).toMatchObject({ status: 'skip', inconclusiveReason: 'the run was stopped' });
  });
});

describe('503: the service is unavailable for a while (RFC 9110 section 15.6.4)', () => {
  test('the request is sent again where the response says when', async () => {
    const service = inTurn(rejected(503, ['retry-after', '0']), taken);
    const result = await executeCase(context(service).executor, 'test', turtle());
    expect([result.status, service.received.length]).toEqual(['pass', 2]);
  });

  test.each([
    ['that does not say when', 1, rejected(503)],
    ['again and again', 6, rejected(503, ['retry-after', '0'])],
  ])('%s is a rejection of a valid request', async (_, times, unavailable) => {
    const service = inTurn(unavailable);
    const result = await executeCase(context(service).executor, 'test', turtle());
    expect([result.status, service.received.length]).toEqual(['fail', times]);
  });
});

describe('409: the record is there already (RFC 9110 section 15.5.10)', () => {
  test('the request is sent again with fresh values', async () => {
    const service = inTurn(rejected(409), rejected(409), taken);
    const result = await executeCase(context(service).executor, 'test', turtle());
    expect(result.status).toBe('pass');
    expect(new Set([0, 1, 2].map((index) => body(service, index))).size).toBe(3);
  });

  test('again and again is a rejection of a valid request', async () => {
    const service = inTurn(rejected(409));
    const result = await executeCase(context(service).executor, 'test', turtle());
    expect([result.status, service.received.length]).toEqual(['fail', 3]);
  });

  test('where the value is what is tested proves nothing', async () => {
    const service = inTurn(rejected(409));
    const result = await executeCase(context(service).executor, 'test', turtle('accept', { fixed: true }));
    expect(result).toMatchObject({ status: 'skip', inconclusiveReason: 'conflict: the value already exists (409)' });
    expect(service.received).toHaveLength(1);
  });

  /** Takes no name and no tag a second time. */
  const jealous = () => {
    const seen = new Set<string>();
    return new Scripted((request) => {
      const { name, tag } = JSON.parse(Buffer.from(request.body ?? []).toString()) as { name: string; tag: string };
      const known = [`name ${name}`, `tag ${tag}`];
      if (known.some((each) => seen.has(each))) return createResponse(rejected(409));
      for (const each of known) seen.add(each);
      return createResponse(taken);
    });
  };

  test('the third time all is new but what is tested', async () => {
    const service = jealous();
    const shared = context(service).executor;
    for (const tested of [undefined, undefined, '/id'])
      expect((await executeCase(shared, 'test', turtle('accept', { tested }))).status).toBe('pass');
    const [first, ...sent] = [0, 1, 2, 3].map((index) => JSON.parse(body(service, index)));
    expect(sent.map(({ name, tag }) => name === first.name && tag === first.tag)).toEqual([true, true, false]);
    expect(JSON.parse(body(service, -1)).id).toBe(first.id);
  });

  test('where another value that is tested was seen before proves nothing', async () => {
    const shared = context(jealous()).executor;
    await executeCase(shared, 'test', turtle());
    const result = await executeCase(shared, 'test', turtle('accept', { tested: '/name' }));
    expect(result).toMatchObject({ status: 'skip', inconclusiveReason: 'conflict: the value already exists (409)' });
  });

  test('is a rejection of a valid request where the service takes the same twice', async () => {
    const service = new Scripted((request) =>
      createResponse(Buffer.from(request.body ?? []).includes('"a"') ? rejected(409) : taken),
    );
    const shared = context(service).executor;
    await executeCase(shared, 'test', turtle());
    const result = await executeCase(shared, 'test', turtle('accept', { tested: '/name' }));
    expect(result).toMatchObject({ status: 'fail', findings: [{ check: 'expected-outcome' }] });
  });

  test('is a rejection like any other where one is due', async () => {
    const result = await executeCase(context(inTurn(rejected(409))).executor, 'test', turtle('reject'));
    expect(result).toMatchObject({ status: 'pass', disposition: 'rejected' });
  });

  test('that violates the contract is a finding', async () => {
    const service = inTurn({ status: 409, body: { code: '409', message: 'no' } });
    const result = await executeCase(context(service).executor, 'test', turtle('accept', { fixed: true }));
    expect([result.status, service.received.length]).toEqual(['fail', 1]);
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

describe('no response', () => {
  test.each(['reset', 'timeout', 'truncated', 'malformed', 'too-large'] as const)(
    '%s is a finding under every intent',
    async (kind) => {
      for (const expectation of ['accept', 'reject', 'any'] as const) {
        const result = await executeCase(
          context(new Scripted(() => fault(kind))).executor,
          'test',
          turtle(expectation),
        );
        expect(result).toMatchObject({ status: 'fail', findings: [{ check: 'complete-response' }] });
      }
    },
  );

  test('from a service that no longer listens says so, and ends the run', async () => {
    const service = new Scripted(() => fault('connect'));
    service.gone = 'connect ECONNREFUSED';
    const given = context(service).executor;
    const result = await executeCase(given, 'test', turtle());
    expect(result.findings[0]?.message).toContain(
      'the service no longer listens at http://service.example (connect ECONNREFUSED)',
    );
    expect(given.serviceState.unreachable).toMatch(/no longer listens/);
  });

  test('is laid to those that were under way when the service ended, not to those that came too late', async () => {
    const kinds = ['reset', 'connect', 'connect'] as const;
    const service = new Scripted((_, turn) => fault(kinds[turn - 1] ?? 'connect'));
    service.gone = 'connect ECONNREFUSED';
    const given = context(service).executor;
    const verdicts = [];
    for (const _ of kinds) verdicts.push(await executeCase(given, 'test', turtle()));
    expect(verdicts.map(({ status }) => status)).toEqual(['fail', 'skip', 'skip']);
    expect(verdicts[2]?.inconclusiveReason).toMatch(/^the service no longer listens/);
  });

  test('to a large body is tried again, and in doubt where the body is huge (RFC 9112 section 9.6)', async () => {
    const sizes = [17 * 1024, 600 * 1024].map(async (size) => {
      const service = new Scripted(() => fault('reset'));
      const result = await executeCase(
        context(service).executor,
        'test',
        turtle('any', { body: Buffer.alloc(size, ' ') }),
      );
      return [service.received.length, result.status];
    });
    expect(await Promise.all(sizes)).toEqual([
      [3, 'fail'],
      [3, 'skip'],
    ]);
  });

  test('because the run was stopped proves nothing', async () => {
    const service = inTurn(taken);
    const result = await executeCase(context(service, { signal: AbortSignal.abort() }).executor, 'test', turtle());
    expect(result).toMatchObject({ status: 'skip', inconclusiveReason: 'the run was stopped' });
  });
});

describe('resets of kept connections', () => {
  /** Responds to each request on a new connection, after its kept one was cut. */
  const cutting = () =>
    new Scripted(() => ({ ...createResponse(taken), connection: { reused: false, reset: fault('reset') } }));

  test.each([
    [2, true, 0, 0],
    [3, true, 3, 102],
    [9, false, 0, 36],
  ])(
    '%i of a service that drops requests (%s) are %i findings after a trial of %i',
    async (count, drops, findings, trial) => {
      const service = cutting();
      service.drops = drops;
      const given = context(service).executor;
      for (let turn = 0; turn < count; turn++) expect((await executeCase(given, 'test', turtle())).status).toBe('pass');
      given.serviceState.sent = 100;
      const found = await findRunViolations(given);
      expect(service.trial).toBe(trial);
      expect(found.map(({ finding, evidence }) => [finding.check, evidence.length])).toEqual(
        findings > 0 ? [['complete-response', findings]] : [],
      );
    },
  );
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
