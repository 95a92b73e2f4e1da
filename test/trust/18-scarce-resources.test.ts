import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PETS } from '../cli/petstore.ts';
import { folder } from '../openapi/documents.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/bundle/cli.cjs');

/** Runs a shell command in which `$contract` starts the program. */
async function shell(command: string, nodeOptions = '') {
  const cwd = folder({ 'openapi.yaml': readFileSync(PETS, 'utf8') });
  const env = { ...process.env, NO_COLOR: '1', NODE_OPTIONS: nodeOptions, contract: `${process.execPath} ${PROGRAM}` };
  const child = spawn('bash', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, err, cwd };
}

const LIMITS: [string, string, string][] = [
  ['128 MB of memory', '', '--max-old-space-size=128'],
  ['64 open files', 'ulimit -n 64;', ''],
];

describe.each(LIMITS)('with %s', (_, prefix, nodeOptions) => {
  test('verify ends with its verdict', async () => {
    const { code, out } = await shell(`${prefix} exec $contract verify openapi.yaml --quiet`, nodeOptions);
    expect([code, out]).toEqual([0, expect.stringContaining('✓ passed')]);
  });

  test('the mock serves many clients at the same time', async () => {
    const env = { ...process.env, NODE_OPTIONS: nodeOptions };
    const command = `${prefix} exec ${process.execPath} ${PROGRAM} mock ${PETS} --port 0`;
    const child = spawn('bash', ['-c', command], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [first] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const url = `${/http:\/\/[\d.:]+/.exec(first)?.[0]}/pets`;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":1,"name":"Ida"}' };
    const statuses = Array.from({ length: 200 }, async () => {
      const response = await fetch(url, init);
      await response.text();
      return response.status;
    });
    const settled = await Promise.allSettled(statuses);
    expect(settled.some((each) => each.status === 'fulfilled' && each.value === 200)).toBe(true);
    expect((await fetch(url, init)).status).toBe(200);
  });
});

describe('a full disk does not look like success', () => {
  test.each([
    'verify openapi.yaml > /dev/full',
    'show openapi.yaml > /dev/full',
    'lint openapi.yaml > /dev/full',
    'verify openapi.yaml --suite examples --json /dev/full',
    'verify openapi.yaml --suite examples --write-baseline /dev/full',
  ])('%s', async (command) => {
    const { code, err } = await shell(`$contract ${command}`);
    expect([code, err.includes('ENOSPC')], err).toEqual([2, true]);
    expect(err).not.toMatch(/\n {4}at /);
  });
});

test('a closed stdout ends verify without a stack trace and with exit code 2', async () => {
  const { out, err } = await shell('$contract verify openapi.yaml | head -1; echo "exit $PIPESTATUS"');
  expect(out).toMatch(/^Testing .*\nexit 2\n$/);
  expect(err).not.toMatch(/\n {4}at /);
});

test('a report that cannot be written leaves nothing behind', async () => {
  const { code, cwd } = await shell('$contract verify openapi.yaml --json openapi.yaml/x.json');
  expect(code).toBe(2);
  expect(existsSync(join(cwd, 'openapi.yaml/x.json'))).toBe(false);
});
