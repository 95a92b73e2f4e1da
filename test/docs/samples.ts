import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { startMock } from '../../harness/index.ts';
import { textBlock } from './blocks.ts';

const root = process.cwd();
const CLI = join(root, 'dist/bundle/cli.cjs');

/** The bug that the README has its readers make, in the file that they are asked to edit. */
export const BUG = { file: 'record', before: "demand(body, 'name')", after: "body.get('name') ?? ''" };

/** What `make verify` prints for the mock. */
export async function passingRun(): Promise<string> {
  const output = await contract('verify', '--seed', '1');
  return textBlock(`$ make verify ARGS='--seed 1'\n${withPort(output, 4010)}`);
}

/** What `make verify` prints for the reference service with {@link BUG}: the first finding, and how the run ends. */
export async function failingRun(): Promise<string> {
  const service = await startBuggyService();
  try {
    const output = withPort(await contract('verify', '--target', service.url, '--seed', '1', '--quiet'), 8080);
    const blocks = output.split('\n\n');
    const [first = '', last = ''] = [blocks[0], blocks.at(-1)];
    return textBlock(`$ make verify TARGET=http://127.0.0.1:8080 ARGS='--seed 1 --quiet'\n${first}\n\n[…]\n\n${last}`);
  } finally {
    await service.close();
  }
}

/** What the mock responds to a valid and to an invalid request. */
export async function mockResponses(): Promise<string> {
  const mock = await startMock({ spec: 'spec/openapi.yaml' });
  try {
    const shown = ['{"id":815,"name":"Shelly"}', '{"name":"Shelly"}'].map(async (body) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${mock.url}/turtles`, { method: 'POST', headers, body });
      return `$ curl -d '${body}' -H 'content-type: application/json' http://127.0.0.1:4010/turtles\n${await response.text()}`;
    });
    return textBlock((await Promise.all(shown)).join('\n'));
  } finally {
    await mock.close();
  }
}

/** How `make prove` ends. */
export async function mutationScore(): Promise<string> {
  const output = await contract('prove', '--seed', '1');
  return textBlock(`$ make prove\n[…]\n${output.trimEnd().split('\n').slice(-2).join('\n')}`);
}

/** Removes what differs from run to run: durations, and the order in which suites finish. */
export function normalize(sample: string): string {
  return sample
    .replace(/\d+(\.\d+)? s\b/g, 'N s')
    .replace(/ +(?=N s)/g, ' ')
    .split('\n')
    .map((line) => line.replace(/^([✓✗] .*?) N s$/, '$1'))
    .sort()
    .join('\n');
}

function withPort(output: string, port: number): string {
  return output.replace(/127\.0\.0\.1:\d+/g, `127.0.0.1:${port}`);
}

async function contract(...args: string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', SCARF_ANALYTICS: 'false' };
  const child = spawn(process.execPath, [CLI, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (err !== '') throw new Error(`contract ${args.join(' ')} printed: ${err}`);
  return out;
}

/** Runs a copy of the built reference service with the bug in it. */
async function startBuggyService(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = join(root, '.cache', `sample-service-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'dist/fixtures/service'), folder, { recursive: true });
  const path = join(folder, `${BUG.file}.js`);
  const source = readFileSync(path, 'utf8');
  if (!source.includes(BUG.before)) throw new Error(`${path} does not contain ${BUG.before}`);
  writeFileSync(path, source.replace(BUG.before, BUG.after));
  const args = [join(folder, 'main.js'), '--port', '0', '--database', ':memory:'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const close = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { url: /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? '', close };
}
