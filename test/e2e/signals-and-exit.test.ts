import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { deafUrl } from '../servers.ts';

const CLI = join(import.meta.dirname, '../../dist/bundle/cli.cjs');
const PETS = join(import.meta.dirname, '../cli/petstore.yaml');

/** A service that takes its time for each response, starts a process of its own, and writes down the ids of both. */
const SLOW = `
const { writeFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
const [port, pids] = process.argv.slice(2);
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
writeFileSync(pids, process.pid + ' ' + child.pid);
require('node:http').createServer((request, response) => {
  request.resume().on('end', () => setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}');
  }, 30));
}).listen(Number(port), '127.0.0.1');
`;

interface Running {
  readonly process: ChildProcess;
  readonly folder: string;
  readonly output: () => string;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

function start(args: readonly string[], folder = emptyFolder()): Running {
  const child = spawn(process.execPath, [CLI, 'verify', ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<Awaited<Running['ended']>>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  return { process: child, folder, output: () => output, ended };
}

const folders = mkdtempSync(join(tmpdir(), 'ending-'));
afterAll(() => rmSync(folders, { recursive: true }));

function emptyFolder(): string {
  return mkdtempSync(join(folders, 'run-'));
}

/** A run against the slow service, which `--setup` starts. */
async function startSlow(...args: string[]): Promise<Running & { readonly pids: () => number[] }> {
  const folder = emptyFolder();
  const [script, pids] = [join(folder, 'slow.cjs'), join(folder, 'pids')];
  writeFileSync(script, SLOW);
  const target = await deafUrl();
  const setup = `'${process.execPath}' '${script}' ${new URL(target).port} '${pids}'`;
  const rest = ['--spec', PETS, '--suite', 'examples,generated', '--concurrency', '1', '--verbose', ...args];
  const running = start([target, '--setup', setup, ...rest], folder);
  return { ...running, pids: () => readFileSync(pids, 'utf8').split(' ').map(Number) };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.concurrent('a run that is ended from outside', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s prints what it found, does not succeed, and leaves no process behind',
    async (signal) => {
      const running = await startSlow();
      await until(() => running.output().split('examples').length > 2 && running.output().includes('generated  '));
      running.process.kill(signal);
      expect((await running.ended).code).toBe(1);
      expect(running.output()).toContain('/name of the 200 response body is required');
      expect(running.output()).toMatch(
        /skipped: generated: (at least )?\d+ requests? .* not sent: the run was stopped/,
      );
      expect(running.output()).toContain('✗ failed');
      expect(running.pids().filter(isAlive)).toEqual([]);
    },
  );

  test('before it found anything is not verified', async () => {
    const running = await startSlow('--severity', 'response-schema=off', '--severity', 'expected-outcome=off');
    await until(() => running.output().includes('generated  '));
    running.process.kill('SIGINT');
    expect((await running.ended).code).toBe(1);
    expect(running.output()).toMatch(/not verified {2}(the run was stopped|not verified)/);
  });

  test('by a second signal ends at once, and the service with it', async () => {
    const running = await startSlow('--teardown', 'sh -c \'trap "" TERM; echo torn > torn; sleep 60\'');
    await until(() => running.output().includes('generated  '));
    running.process.kill('SIGINT');
    await until(() => existsSync(join(running.folder, 'torn')));
    running.process.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(running.pids().filter(isAlive)).toEqual([]);
  });

  test('while it waits for the service ends without waiting on', async () => {
    const wait = ['--wait', '60s', '--setup', 'touch started; sleep 60'];
    const running = start([await deafUrl(), '--spec', PETS, '--suite', 'examples', ...wait]);
    await until(() => existsSync(join(running.folder, 'started')));
    running.process.kill('SIGINT');
    expect((await running.ended).code).toBe(2);
  });
});

describe.concurrent('--setup and --teardown', () => {
  test('a setup that fails is an error with its output, at once', async () => {
    const running = start([
      await deafUrl(),
      '--spec',
      PETS,
      '--suite',
      'examples',
      '--setup',
      'echo no database >&2; exit 3',
    ]);
    expect((await running.ended).code).toBe(2);
    expect(running.output()).toContain('--setup failed with exit code 3: echo no database');
    expect(running.output()).toContain('--setup printed:\n  no database');
  });

  test('a setup that goes well without a service is reported with its output once the wait is over', async () => {
    const running = start([
      await deafUrl(),
      '--spec',
      PETS,
      '--suite',
      'examples',
      '--setup',
      'echo forgot to start',
      '--wait',
      '300ms',
    ]);
    expect((await running.ended).code).toBe(2);
    expect(running.output()).toContain('Cannot connect to');
    expect(running.output()).toContain('--setup printed:\n  forgot to start');
  });

  test('a teardown runs whatever happened, after the service has ended', async () => {
    const folder = emptyFolder();
    const teardown = ['--teardown', 'echo torn > torn'];
    await start([await deafUrl(), '--spec', PETS, '--suite', 'examples', '--setup', 'exit 3', ...teardown], folder)
      .ended;
    expect(readFileSync(join(folder, 'torn'), 'utf8')).toBe('torn\n');
  });

  test('a teardown that fails is an error, although the contract is satisfied', async () => {
    const running = start(['--spec', PETS, '--suite', 'examples', '--teardown', 'echo stuck; exit 1']);
    expect((await running.ended).code).toBe(2);
    expect(running.output()).toContain('✓ passed');
    expect(running.output()).toContain(
      '--teardown failed with exit code 1: echo stuck; exit 1\n--teardown printed:\n  stuck',
    );
  });

  test('need a target', async () => {
    const running = start(['--spec', PETS, '--setup', 'true']);
    expect((await running.ended).code).toBe(2);
    expect(running.output()).toContain('--setup needs --target URL');
  });
});

describe.runIf(existsSync('/dev/full'))('a disk that is full', () => {
  const RUN = ['--spec', PETS, '--suite', 'examples'];

  test('for a report: the others are written, what was found is printed, and the run does not succeed', async () => {
    const running = start([...RUN, '--report', 'junit=/dev/full', '--report', 'json=out/report.json']);
    expect((await running.ended).code).toBe(2);
    expect(running.output()).toContain('✓ passed');
    expect(running.output()).toContain('cannot write the junit report to /dev/full: ENOSPC');
    expect(readFileSync(join(running.folder, 'out/report.json'), 'utf8')).toContain('"verdict": "passed"');
  });

  test('for what is printed: the run does not succeed', () => {
    const command = `'${process.execPath}' '${CLI}' verify ${RUN.join(' ')} > /dev/full`;
    expect(spawnSync('sh', ['-c', command], { cwd: emptyFolder() }).status).toBe(2);
  });
});

describe('what a terminal shows', () => {
  const RUN = `'${process.execPath}' '${CLI}' verify --spec '${PETS}' --suite examples,generated --runs 2`;
  const inTerminal = (command: string, env: Record<string, string> = {}) =>
    spawnSync('env', ['script', '-qec', command, '/dev/null'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    }).stdout;

  test.runIf(spawnSync('env', ['script', '--version']).status === 0)(
    'is one live line that is rewritten, in colors',
    () => {
      const shown = inTerminal(RUN);
      expect(shown.split('\r\u001b[K').filter((line) => /^\d+ cases? {2}0 findings {2}\d+\/s$/.test(line))).not.toEqual(
        [],
      );
      expect(shown).toContain('\u001b[32m');
      expect(inTerminal(RUN, { NO_COLOR: '1', FORCE_COLOR: '1' })).not.toContain('\u001b[32m');
      expect(inTerminal(`${RUN} --quiet`)).not.toMatch(/\d+ cases? {2}0 findings {2}/);
    },
  );

  test('elsewhere is plain lines, unless FORCE_COLOR asks for colors', () => {
    const run = (env: Record<string, string>) =>
      spawnSync('sh', ['-c', RUN], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } }).stdout;
    expect(run({})).not.toContain('\u001b');
    expect(run({ FORCE_COLOR: '1' })).toContain('\u001b[32m');
    expect(run({ FORCE_COLOR: '0' })).not.toContain('\u001b');
  });
});
