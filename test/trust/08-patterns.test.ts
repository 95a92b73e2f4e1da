import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadContract, startMock, verify } from '../../harness/index.ts';
import { lintContract } from '../../harness/openapi/lint/lint.ts';
import { folder } from '../openapi/documents.ts';
import { serve } from '../servers.ts';

const CLI = join(import.meta.dirname, '../../dist/bundle/cli.cjs');
const LONG = 'a'.repeat(50_000);
/** What a response may cost if nothing backtracks, which would have no end: processor time, since the machine may be busy. */
const MODEST_MS = 10_000;

function specWith(pattern: string): string {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', pattern, example: 'aa' } },
  };
  const content = { 'application/json': { schema, example: { name: 'aa' } } };
  const post = {
    operationId: 'create',
    requestBody: { required: true, content },
    responses: { 201: { description: 'created', content }, 400: { description: 'rejected' } },
  };
  const root = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/': { post } } };
  return `${folder({ 'openapi.json': JSON.stringify(root) })}/openapi.json`;
}

async function post(url: string, name: string): Promise<{ status: number; cpuMs: number }> {
  const before = process.cpuUsage();
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/`, { method: 'POST', headers, body: JSON.stringify({ name }) });
  const { user, system } = process.cpuUsage(before);
  return { status, cpuMs: (user + system) / 1000 };
}

afterEach(() => vi.restoreAllMocks());

describe('the mock evaluates a pattern that backtracks without end', () => {
  test.each([
    ['^(a+)+$', `${LONG}!`, false],
    ['^(a+)+$', LONG, true],
    ['(a|aa)+$', `${LONG}!`, false],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', LONG, false],
    ['^(a|b|ab)*c$', `${'ab'.repeat(20)}!`, false],
  ])('%s, at once and rightly', async (pattern, name, isValid) => {
    const mock = await startMock({ spec: specWith(pattern) });
    await post(mock.url, 'aa');
    const { status, cpuMs } = await post(mock.url, name);
    await mock.close();
    expect(status < 300).toBe(isValid);
    expect(cpuMs).toBeLessThan(MODEST_MS);
  });

  test.each(['^(?=(a+)+$)', '^(a+)+\\1$'])('%s, or reports that it was not evaluated', async (pattern) => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const mock = await startMock({ spec: specWith(pattern) });
    await post(mock.url, 'aaaa');
    const { status, cpuMs } = await post(mock.url, `${LONG}!`);
    const other = await post(mock.url, 'b');
    await mock.close();
    expect(status).toBe(201);
    expect(cpuMs).toBeLessThan(MODEST_MS);
    expect(other.status).toBe(400);
    expect(String(warnings.mock.calls[0]?.[0])).toMatch(/openapi\.json:1:\d+ was not evaluated/);
  });
});

test('a response is made up under patterns that backtrack without end, and the mock ends at a signal', async () => {
  const patterns = ['^(?=(a+)+b)((\\w+\\s?)*\\1)$', '^(([a-z])+.)+[A-Z]([a-z])+1\\1$'];
  const schema = {
    type: 'object',
    required: ['p0', 'p1'],
    properties: Object.fromEntries(
      patterns.map((pattern, index) => [`p${index}`, { type: 'string', minLength: 30, maxLength: 60, pattern }]),
    ),
  };
  const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
  const paths = { '/a': { get: { responses } }, '/b': { get: { responses: { 200: { description: 'ok' } } } } };
  const document = JSON.stringify({ openapi: '3.0.3', info: { title: 'A', version: '1' }, paths });
  // A process: what blocks it must not block the test.
  const cwd = folder({ 'openapi.json': document });
  const mock = spawn(process.execPath, [CLI, 'mock', '--port', '0'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void mock.kill('SIGKILL'));
  const [banner] = (await once(mock.stdout.setEncoding('utf8'), 'data')) as [string];
  const url = /http:\/\/[\d.:]+/.exec(banner)?.[0];
  await (await fetch(`${url}/a`)).text();
  expect((await fetch(`${url}/b`)).status).toBe(200);
  mock.kill('SIGTERM');
  expect(await once(mock, 'exit')).toEqual([0, null]);
});

test('a pattern that was not evaluated on a response is no finding, covers nothing, and is named', async () => {
  const spec = specWith('^(?=(a+)+$)');
  const target = await serve((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ name: `${'a'.repeat(60)}!` }));
    });
  });
  const report = await verify({ spec, target, suites: ['generated'], seed: 1 });
  expect(report.findings.filter(({ check }) => check === 'response-schema')).toEqual([]);
  const pattern = report.coverage.find(
    ({ clause }) => clause.id.includes('response 201 body') && clause.id.endsWith('pattern'),
  );
  expect(pattern?.state).toBe('uncovered');
  expect(pattern?.reason).toMatch(/^not evaluated: it takes too long/);
  expect(report.suites[0]?.skippedReasons?.join()).toMatch(/openapi\.json:1:\d+ was not evaluated for \d+ values/);
});

test('lint names a pattern that is too large to be evaluated', async () => {
  const problems = await lintContract(loadContract(specWith(`${'('.repeat(20_000)}a${')'.repeat(20_000)}`)));
  expect(problems.map(({ rule, severity }) => [rule, severity])).toContainEqual([
    'pattern-can-be-evaluated',
    'warning',
  ]);
  for (const { message } of problems) expect(message.length).toBeLessThan(500);
});

/** A document whose one operation takes objects with properties that each have a pattern; the response repeats them. */
function specOfPatterns(patterns: readonly string[]): string {
  const properties = Object.fromEntries(patterns.map((pattern, index) => [`p${index}`, { type: 'string', pattern }]));
  const content = { 'application/json': { schema: { type: 'object', properties }, example: {} } };
  const responses = { 201: { description: 'created', content }, 400: { description: 'rejected' } };
  const post = { operationId: 'a', requestBody: { content }, responses };
  const root = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/': { post } } };
  return `${folder({ 'openapi.json': JSON.stringify(root) })}/openapi.json`;
}

describe('patterns that no linear engine evaluates', () => {
  // The text ends in what no repetition matches, so that each pattern is tried in all ways.
  const TEXT = `${'a'.repeat(60)}!`;
  const patterns = (count: number) => Array.from({ length: count }, (_, index) => `^(?=(a+)+$)(a|a{${index + 2}})+$`);
  const send = (url: string, count: number) => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, TEXT])));
    return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  };

  test('let other clients be served meanwhile', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const mock = await startMock({ spec: specOfPatterns(patterns(5)) });
    const slow = send(mock.url, 5);
    let isOver = false;
    void slow.finally(() => (isOver = true));
    let others = 0;
    for (; !isOver; others++) await fetch(`${mock.url}/none`);
    const { status } = await slow;
    await mock.close();
    expect(status).toBe(201);
    // One turn of the event loop would be all that they get.
    expect(others).toBeGreaterThan(10);
  });

  test('are evaluated aside with the results that they have here', async () => {
    const mock = await startMock({ spec: specOfPatterns(['^(?=(a|aa+)+$)', '^(a+)+\\1$', '^(?:(a+)+\\1|b+)$']) });
    const statuses: number[] = [];
    for (const p0 of [`${'a'.repeat(10)}!`, 'a'.repeat(10)])
      for (const p2 of ['a'.repeat(10), 'a', 'b'.repeat(40)]) {
        const body = JSON.stringify({ p0, p1: 'aaaa', p2 });
        const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
        statuses.push((await fetch(mock.url, request)).status);
      }
    await mock.close();
    expect(statuses).toEqual([400, 400, 400, 201, 400, 201]);
  });

  test('share one budget', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const mock = await startMock({ spec: specOfPatterns(patterns(80)) });
    await fetch(`${mock.url}/warm`);
    const before = process.cpuUsage();
    const { status } = await send(mock.url, 80);
    const { user, system } = process.cpuUsage(before);
    await mock.close();
    expect(status).toBe(201);
    // One pattern alone may take about a second for all texts.
    expect((user + system) / 1e6).toBeLessThan(4);
  });
});
