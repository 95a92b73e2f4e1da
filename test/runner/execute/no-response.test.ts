import { describe, expect, test } from 'vitest';
import { findRunViolations } from '../../../harness/runner/conclude/run-findings.ts';
import { executeCase } from '../../../harness/runner/execute/execute-case.ts';
import { createResponse } from '../../checks/exchanges.ts';
import { context, fault, inTurn, Scripted, taken, turtle } from '../helpers.ts';

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
      expect(service.trial).toHaveLength(trial);
      expect(found.map(({ finding, evidence }) => [finding.check, evidence.length])).toEqual(
        findings > 0 ? [['complete-response', findings]] : [],
      );
    },
  );

  test('are tried with those requests that are rejected: nobody deletes what others create', async () => {
    const service = cutting();
    const given = context(service).executor;
    const rejected = turtle('reject', { body: Buffer.from('[]') });
    for (const each of [turtle(), rejected, turtle()]) await executeCase(given, 'test', each);
    await findRunViolations(given);
    expect([...new Set(service.trial.map(({ body }) => String(body)))]).toEqual(['[]']);
  });
});
