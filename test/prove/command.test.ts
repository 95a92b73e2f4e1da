import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prove } from '../../harness/cli/commands/prove.ts';
import { parseOptions } from '../../harness/cli/options.ts';

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

test('a proof that holds ends with 0, a row for each clause and what the verdict is worth', async () => {
  const { code, text } = await run(tiny);
  expect(code).toBe(0);
  expect(text).toContain('removeTick: path parameter tick must be at least 1');
  expect(text).toMatch(/(\d+) of \1 clauses proven: a service that broke any of them would have failed this run/);
});

test('a suite that misses breaks ends with 1, and tells of them first', async () => {
  const { code, text } = await run([...tiny, '--suite', 'examples']);
  expect(code).toBe(1);
  expect(text).toMatch(/^trying .*\n\d+ breaks survived\n/);
  expect(text).toMatch(/examples caught 0 of \d+ breaks/);
});

test('a proof that is stopped tells what is known, and is none', async () => {
  const { code, text } = await run(tiny, 'trying');
  expect(code).toBe(1);
  expect(text).toContain('the proof was stopped before its end');
});

test('a proof is written as JSON', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'inner', 'proof.json');
  expect((await run([...tiny, '--json', file])).code).toBe(0);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  expect(report).toMatchObject({
    complete: true,
    survivors: [],
    alarms: [],
    suites: ['generated', 'examples'],
    seed: 1,
  });
  expect(report.breaks.length).toBeGreaterThan(50);
});
