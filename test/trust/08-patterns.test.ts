import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadContract, startMock, verify } from '../../harness/index.ts';
import { lintContract } from '../../harness/openapi/lint/lint.ts';
import { folder } from '../openapi/documents.ts';
import { serve } from '../servers.ts';

const LONG = 'a'.repeat(50_000);
/** As long as a response may take that nothing blocks; the machine may be busy. */
const SOON_MS = 1500;

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

async function post(url: string, name: string): Promise<{ status: number; elapsedMs: number }> {
  const start = performance.now();
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/`, { method: 'POST', headers, body: JSON.stringify({ name }) });
  return { status, elapsedMs: performance.now() - start };
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
    const { status, elapsedMs } = await post(mock.url, name);
    await mock.close();
    expect(status < 300).toBe(isValid);
    expect(elapsedMs).toBeLessThan(SOON_MS);
  });

  test.each(['^(?=(a+)+$)', '^(a+)+\\1$'])('%s, or reports that it was not evaluated', async (pattern) => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const mock = await startMock({ spec: specWith(pattern) });
    await post(mock.url, 'aaaa');
    const { status, elapsedMs } = await post(mock.url, `${LONG}!`);
    const other = await post(mock.url, 'b');
    await mock.close();
    expect(status).toBe(201);
    expect(elapsedMs).toBeLessThan(SOON_MS);
    expect(other.status).toBe(400);
    expect(String(warnings.mock.calls[0]?.[0])).toMatch(/openapi\.json:1:\d+ was not evaluated/);
  });
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

test('all patterns of a request share one budget, and another client waits no longer', async () => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const names = Array.from({ length: 80 }, (_, index) => `p${index}`);
  // The text ends in what no repetition matches, so that each pattern is tried in all ways.
  const properties = Object.fromEntries(
    names.map((name, index) => [name, { type: 'string', pattern: `^(?=(a+)+$)(a|a{${index + 2}})+$` }]),
  );
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const post = { operationId: 'a', requestBody: { content }, responses: { 204: { description: 'done' } } };
  const root = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/': { post } } };
  const mock = await startMock({ spec: `${folder({ 'openapi.json': JSON.stringify(root) })}/openapi.json` });
  const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, `${'a'.repeat(60)}!`])));
  const send = () => fetch(mock.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await fetch(`${mock.url}/warm`);
  const before = process.cpuUsage();
  const [status, other] = await Promise.all([send(), fetch(`${mock.url}/none`)]).then((all) =>
    all.map((each) => each.status),
  );
  const { user, system } = process.cpuUsage(before);
  await mock.close();
  expect([status, other]).toEqual([204, 404]);
  // One pattern alone may take about a second for all texts.
  expect((user + system) / 1e6).toBeLessThan(3);
});
