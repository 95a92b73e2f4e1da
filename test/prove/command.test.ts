import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prove } from '../../harness/cli/commands/prove.ts';
import { parseOptions } from '../../harness/cli/options/options.ts';
import { isPassing, type MutationReport } from '../../harness/prove/report.ts';
import { mutationReportJson } from '../../harness/prove/report-json.ts';
import { formatMutationReport } from '../../harness/prove/report-text.ts';
import { folder } from '../openapi/documents.ts';

const SOME: MutationReport = {
  clauses: [],
  mutants: [],
  variations: [],
  withoutMutants: [],
  suites: ['generated'],
  seed: 1,
  planned: { mutants: 0, variations: 0 },
  stopped: undefined,
  notRun: [],
  durationMs: 1,
};

function documentWithoutSuccess(): string {
  const get = { operationId: 'a', responses: { 404: { description: 'none' } } };
  const root = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a': { get } } };
  return join(folder({ 'openapi.json': JSON.stringify(root) }), 'openapi.json');
}

const tiny = ['--spec', 'test/prove/documents/tiny.yaml', '--seed', '1'];

async function run(args: readonly string[], stopAfter?: string) {
  const controller = new AbortController();
  let text = '';
  const out = (more: string) => {
    text += more;
    if (stopAfter !== undefined && text.includes(stopAfter)) controller.abort();
  };
  const terminal = { out, err: out, color: false, columns: undefined, env: {} };
  const code = await prove.run(parseOptions(args, prove.options), terminal, controller.signal);
  return { code, text };
}

test('a full mutation score exits with 0 and prints a row per clause and the score', async () => {
  const { code, text } = await run(tiny);
  expect(code).toBe(0);
  expect(text).toContain('removeTick: path parameter tick must be at least 1');
  expect(text).toMatch(/Mutation score 100%: mutants of all \d+ clauses were killed/);
});

test('survivors make the command exit with 1 and are printed first', async () => {
  const { code, text } = await run([...tiny, '--suite', 'examples']);
  expect(code).toBe(1);
  expect(text).toMatch(/^Running .*\n\d+ mutants survived\n/);
  expect(text).toMatch(/examples killed 0 of \d+ mutants/);
});

test('an aborted run prints the results so far and exits with 1', async () => {
  const { code, text } = await run(tiny, 'Running');
  expect(code).toBe(1);
  expect(text).toContain('Aborted after ');
});

test('--max-time ends it, and it is not green', async () => {
  const { code, text } = await run([...tiny, '--max-time', '0']);
  expect(code).toBe(1);
  expect(text).toContain('Stopped by --max-time');
  expect(text).not.toContain('100%');
});

test('--max-time ends it between mutants, says how many were run and of which operations not', async () => {
  const report = { ...SOME, stopped: 'max-time' as const, planned: { mutants: 9, variations: 2 }, notRun: ['a', 'b'] };
  expect(isPassing(report)).toBe(false);
  const text = formatMutationReport(report, false);
  expect(text).toContain('Stopped by --max-time after 0 of 9 mutants; not run: mutants of a, b');
  expect(text).toContain('0 of 9 mutants and 0 of 2 conforming variations');
  expect(JSON.parse(mutationReportJson(report))).toMatchObject({
    complete: false,
    stopped: 'max-time',
    notRun: ['a', 'b'],
  });
});

test('a document without a mutant is not green, and the reason is given for each clause', async () => {
  const { code, text } = await run(['--spec', documentWithoutSuccess(), '--seed', '1']);
  expect(code).toBe(1);
  expect(text).toContain('its operation documents no success');
  expect(text).toMatch(/No mutant could be made: nothing was proved/);
});

test('--json writes the mutation report', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'inner', 'report.json');
  expect((await run([...tiny, '--json', file])).code).toBe(0);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  expect(report).toMatchObject({
    complete: true,
    survivors: [],
    falsePositives: [],
    suites: ['generated', 'examples'],
    seed: 1,
  });
  expect(report.mutants.length).toBeGreaterThan(50);
});

test('a document without an operation free of errors is rejected with advice that the command takes', async () => {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 'many' } };
  const get = { operationId: 'a', parameters: [limit], responses: { 200: { description: 'found' } } };
  const root = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a': { get } } };
  const proving = run(['--spec', join(folder({ 'openapi.json': JSON.stringify(root) }), 'openapi.json')]);
  await expect(proving).rejects.toThrow(/ Correct it\.$/);
});
