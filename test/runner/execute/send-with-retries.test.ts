import { describe, expect, test } from 'vitest';
import { executeCase } from '../../../harness/runner/execute/execute-case.ts';
import { createResponse } from '../../checks/exchanges.ts';
import { context, inTurn, rejected, Scripted, taken, turtle } from '../helpers.ts';

const body = (service: Scripted, index: number) => Buffer.from(service.received.at(index)?.body ?? []).toString();

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
