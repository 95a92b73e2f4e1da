import { describe, expect, test } from 'vitest';
import { startService } from '../../fixtures/service/service.ts';
import type { Report, RunEvent } from '../../harness/core/report.ts';
import { run } from '../../harness/runner/run.ts';
import { resolveOptions } from '../../harness/runner/settings/options.ts';
import type { VerifyOptions } from '../../harness/runner/settings/verify-options.ts';
import { deafUrl, serve, serveBytes } from '../servers.ts';

const still = new AbortController().signal;

async function events(options: VerifyOptions, signal: AbortSignal = still): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of run(resolveOptions({ seed: 1, runs: 5, ...options }), signal)) all.push(event);
  return all;
}

async function reportOf(options: VerifyOptions, signal: AbortSignal = still): Promise<Report> {
  const last = (await events(options, signal)).at(-1);
  if (last?.type !== 'end') throw new Error('the run ended without a report');
  return last.report;
}

test('a run reports its start, each outcome, each suite, and its report last', async () => {
  const service = await startService({ port: 0, database: ':memory:' });
  const reported = await events({ target: service.url, suites: ['examples', 'generated'] });
  await service.close();
  const types = reported.map(({ type }) => type);
  expect([types[0], types.at(-1), types.filter((type) => type === 'suite').length]).toEqual(['start', 'end', 2]);
  const end = reported.at(-1);
  if (end?.type !== 'end') throw new Error('the last event is the report');
  expect(end.report).toMatchObject({ verdict: 'passed', target: service.url, seed: 1 });
  expect(end.report.results).toHaveLength(types.filter((type) => type === 'result').length);
  expect(end.report.suites.map(({ name, skippedReasons }) => [name, skippedReasons])).toEqual([
    ['examples', undefined],
    ['generated', undefined],
  ]);
});

test('the operations that are named are tested, and no others', async () => {
  const paths = new Set<string>();
  const target = await serve((request, response) => {
    paths.add(request.url ?? '');
    response.end();
  });
  const report = await reportOf({ target, suites: ['examples'], include: ['POST /turtles'] });
  expect([[...paths], report.operations.map(({ id }) => id)]).toEqual([['/turtles'], ['createTurtle']]);
});

describe('what cannot be run is rejected before anything is sent', () => {
  test('a target that does not listen', async () => {
    const target = await deafUrl();
    await expect(events({ target })).rejects.toThrow(/^Cannot connect to http.*Start the service, or wait for it/);
  });

  test('an operation that is unknown', async () => {
    await expect(events({ include: ['createTurtles'] })).rejects.toThrow(/Did you mean createTurtle\?/);
  });
});

describe('a service that is no use always gets a verdict', () => {
  test.each<[string, () => Promise<string>, Report['verdict']]>([
    ['speaks no HTTP', () => serveBytes('220 smtp.example ESMTP\r\n'), 'failed'],
    ['closes at once', () => serveBytes(''), 'failed'],
    [
      'redirects in circles',
      () => serve((request, response) => response.writeHead(307, { location: request.url }).end()),
      'failed',
    ],
    [
      'accepts everything',
      () =>
        serve((request, response) => {
          request.resume();
          response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"name":"a"}');
        }),
      'failed',
    ],
  ])('one that %s', async (_, start, verdict) => {
    expect((await reportOf({ target: await start(), suites: ['examples'] })).verdict).toBe(verdict);
  });

  test('one that asks for credentials is unverified, and the report says what to pass', async () => {
    const target = await serve((request, response) => {
      request.resume();
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":401,"message":"who are you?"}');
    });
    const { verdict, summary, findings } = await reportOf({ target, suites: ['examples', 'dredd'] });
    expect([verdict, findings.filter(({ severity }) => severity === 'error')]).toEqual(['unverified', []]);
    expect(summary).toContain("pass --header 'Authorization: …'");
  });

  test('one that hangs does not hang the run', async () => {
    const target = await serve((request) => request.resume());
    const started = performance.now();
    const { verdict, suites } = await reportOf({ target, suites: ['examples', 'generated'], timeout: 100 });
    expect(verdict).toBe('failed');
    expect(suites.map(({ skippedReasons }) => skippedReasons)).toEqual([
      expect.arrayContaining([expect.stringMatching(/consecutive timeouts on \w+/)]),
      ['the generated requests of createAnimal, createTurtle were not sent: no valid request was accepted'],
    ]);
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  test('one that dies on the way is reported once, and gets no more requests', async () => {
    const service = await startService({ port: 0, database: ':memory:' });
    const report = await (async () => {
      let count = 0;
      for await (const event of run(
        resolveOptions({ target: service.url, suites: ['examples', 'generated'], seed: 1 }),
        still,
      )) {
        if (event.type === 'result' && ++count === 100) await service.close();
        if (event.type === 'end') return event.report;
      }
      return undefined;
    })();
    expect(report?.verdict).toBe('failed');
    expect(report?.findings[0]?.message).toMatch(/no longer listens/);
    expect(report?.suites.at(-1)?.skippedReasons?.join()).toMatch(
      /requests were not sent: the service no longer listens/,
    );
    expect(report?.results.length).toBeLessThan(200);
  });
});

describe('a run ends', () => {
  test('at --max-time, and says what was left out', async () => {
    const target = await serve((request, response) => {
      request.resume();
      setTimeout(() => response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":1,"name":"a"}'), 20);
    });
    const { suites } = await reportOf({ target, suites: ['generated'], maxTime: 1_500, concurrency: 2 });
    expect(suites[0]?.skippedReasons?.join()).toMatch(
      /^(at least )?\d{2,} requests were not sent: --max-time reached$/,
    );
  });

  test('when it is stopped, and leaves no connection open', async () => {
    const controller = new AbortController();
    let under = 0;
    const target = await serve((request) => {
      under++;
      request.socket.once('close', () => under--);
      if (under === 2) controller.abort();
    });
    const { verdict } = await reportOf({ target, suites: ['generated'], concurrency: 4 }, controller.signal);
    expect(verdict).not.toBe('passed');
    while (under > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});
