import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { deafUrl } from '../servers.ts';

const root = join(import.meta.dirname, '../..');
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const verify = action.runs.steps.at(-1);

/** Runs the last step of the action as GitHub does: in bash, with its inputs in the environment. */
function runStep(inputs: Record<string, string>) {
  const env = Object.entries<string>(verify.env).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input) => inputs[input] ?? action.inputs[input].default),
  ]);
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', verify.run], {
    cwd: join(root, 'test/cli'),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], GITHUB_ACTION_PATH: root, GITHUB_ACTIONS: 'true', ...Object.fromEntries(env) },
  });
}

test('the action gates the mock where no target is named', () => {
  const { status, stdout } = runStep({ args: '--spec petstore.yaml --suite examples' });
  expect(stdout).toContain('✓ passed');
  expect(status).toBe(0);
});

test('the action hands inputs over as they are, and runs nothing in them', async () => {
  const inputs = {
    target: await deafUrl(),
    setup: 'echo "no $(echo database)"; exit 3',
    args: '--spec petstore.yaml $(touch x) *',
  };
  const { status, stderr } = runStep({ ...inputs, args: '--spec petstore.yaml' });
  expect(stderr).toContain('--setup printed:\n  no database');
  expect(status).toBe(2);
  expect(runStep(inputs).stderr).toContain('is given twice: $(touch');
});
