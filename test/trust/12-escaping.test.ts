import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { consoleReport } from '../../harness/report/console/console.ts';
import { curlCommand } from '../../harness/report/curl/curl.ts';
import { githubAnnotations } from '../../harness/report/github.ts';
import { renderers } from '../../harness/report/index.ts';
import { contractHere } from '../e2e/program.ts';
import { folder } from '../openapi/documents.ts';
import { finding, outcome, sampleReport } from '../report/sample.ts';
import { clauses } from '../report/sample-clauses.ts';
import { request, sampleResponse } from '../report/sample-exchanges.ts';
import { serve } from '../servers.ts';

/** Escape sequence, right-to-left override, line separator, commands of CI systems. */
const HOSTILE = '::error::a ##[error]b ##vso[task.complete]c \u001b[31m\u202e\u2028\u0085d';

const HOSTILE_DOCUMENT = JSON.stringify({
  openapi: '3.0.3',
  info: { title: HOSTILE, version: '1' },
  paths: {
    '/a': {
      get: {
        operationId: HOSTILE,
        summary: `x\n${HOSTILE}`,
        parameters: [{ name: HOSTILE, in: 'query', schema: { type: 'integer', enum: ['x'] } }],
        responses: { 200: { description: HOSTILE, content: { 'application/json': { schema: { const: HOSTILE } } } } },
      },
    },
  },
  'x-unspecified': HOSTILE,
});

/** No command of a CI system, and nothing that a terminal acts on. */
function expectHarmless(text: string): void {
  expect(text).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
  expect(text).not.toMatch(/##\w*\[/);
  expect(text.split('\n').filter((line) => /^\s*::/.test(line))).toEqual([]);
}

describe('text of a document reaches no log as a command:', () => {
  test.each(['show', 'lint', 'verify', 'prove'])('%s', async (command) => {
    const cwd = folder({ 'openapi.json': HOSTILE_DOCUMENT });
    const args = command === 'verify' ? ['--no-lint', '--suite', 'generated', '--runs', '2', '--verbose'] : [];
    const { out, err } = await contractHere([command, ...args], { cwd });
    expect(out + err).toContain('openapi.json');
    expectHarmless(out);
    expectHarmless(err);
  });

  test('bundle, which prints the same document nevertheless', async () => {
    const cwd = folder({ 'openapi.json': HOSTILE_DOCUMENT });
    const { code, out } = await contractHere(['bundle'], { cwd });
    expect(code).toBe(0);
    expectHarmless(out);
    expect(parse(out)).toEqual(JSON.parse(HOSTILE_DOCUMENT));
  });

  test('types', async () => {
    const A = { type: 'object', description: HOSTILE, properties: { [HOSTILE]: { type: 'string', enum: [HOSTILE] } } };
    const document = {
      openapi: '3.1.0',
      info: { title: 't', version: '1' },
      paths: {},
      components: { schemas: { A } },
    };
    const cwd = folder({ 'openapi.json': JSON.stringify(document) });
    const { code, out, err } = await contractHere(
      ['types', '--generator', join(import.meta.dirname, '../../examples/types-generator')],
      { cwd },
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('#\\u0023[error]b');
    expectHarmless(out);
  });

  test("the mock's banner and log", async () => {
    const cwd = folder({ 'openapi.json': HOSTILE_DOCUMENT });
    const cli = join(import.meta.dirname, '../../dist/bundle/cli.cjs');
    const mock = spawn(process.execPath, [cli, 'mock', '--port', '0'], { cwd });
    onTestFinished(() => void mock.kill('SIGKILL'));
    let output = '';
    for (const stream of [mock.stdout, mock.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    while (!/Ctrl-C/.test(output)) await once(mock.stdout, 'data');
    const [url = ''] = /http:\/\/\S+/.exec(output) ?? [];
    await fetch(`${url}/a?x=##[error]`);
    await fetch(`${url}/${encodeURIComponent(HOSTILE)}`, { method: 'POST', body: HOSTILE });
    while (!/POST .* 40/.test(output)) await once(mock.stdout, 'data');
    expectHarmless(output);
  });
});

test('text of a service reaches no log as a command', async () => {
  const url = await serve((_, response) => response.writeHead(500, { 'x-a': '##[error]' }).end(HOSTILE));
  const cwd = folder({ 'openapi.json': HOSTILE_DOCUMENT });
  const { out } = await contractHere(['verify', url, '--no-lint', '--suite', 'generated', '--runs', '2', '--verbose'], {
    cwd,
  });
  expect(out).toContain('| \\u{3a}:error::a #\\u{23}[error]b');
  expectHarmless(out);
});

describe('each medium has its own escapes:', () => {
  const exchange = {
    request: request(HOSTILE, HOSTILE, [[HOSTILE, HOSTILE]]),
    response: sampleResponse(500, HOSTILE, HOSTILE, HOSTILE),
  };
  const clause = {
    ...clauses.number,
    description: HOSTILE,
    operation: HOSTILE,
    location: { ...clauses.number.location, file: HOSTILE },
  };
  const group = finding({
    check: 'x',
    clause,
    operation: HOSTILE,
    message: `m\n${HOSTILE}`,
    expected: HOSTILE,
    actual: HOSTILE,
    cases: [HOSTILE],
    exchange,
  });
  const report = sampleReport({
    target: HOSTILE,
    summary: HOSTILE,
    findings: [group],
    results: [outcome({ case: HOSTILE, operation: HOSTILE, status: 'skip', inconclusiveReason: HOSTILE })],
    operations: sampleReport().operations.map((operation) => ({ ...operation, id: HOSTILE, reason: HOSTILE })),
    coverage: [{ clause, state: 'uncovered', count: 0, reason: HOSTILE }],
  });

  test('terminals', () => {
    const text = consoleReport(report, { color: false, verbose: true, quiet: false, secretHeaders: [] });
    expectHarmless(text);
  });

  test('workflow commands', () => {
    const text = githubAnnotations(report, { secretHeaders: [] });
    expect(text).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^::(error|warning) [^:]*::/);
  });

  test.each(['markdown', 'html', 'junit', 'json', 'sarif'] as const)('%s', (format) => {
    const text = renderers[format](report, { secretHeaders: [] });
    expect(text).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
  });

  test.each(['json', 'sarif'] as const)('%s, without a command for a CI system', (format) => {
    const text = renderers[format](report, { secretHeaders: [], full: true });
    expectHarmless(text);
    expect(JSON.stringify(JSON.parse(text))).toContain('##[error]b');
  });
});

test('a curl command with a command of a CI system stays the same command', () => {
  const command = curlCommand('http://a.test', {
    method: 'POST',
    path: '/',
    headers: [],
    body: Buffer.from('##[error]'),
  });
  expect(command).toContain(`--data-raw '#''#[error]'`);
});
