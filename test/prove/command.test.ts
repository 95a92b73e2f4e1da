import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prove } from '../../harness/cli/commands/prove.ts';
import { parseOptions } from '../../harness/cli/options/options.ts';

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
