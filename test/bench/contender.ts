import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';

/** A server under measurement, as a process of its own. */
export interface Contender {
  readonly name: string;
  /** Arguments to node. */
  command(port: number): string[];
}

const SPEC = 'spec/openapi.yaml';

export const MOCK: Contender = {
  name: 'mock',
  command: (port) => ['dist/bundle/cli.cjs', 'mock', '--quiet', '--port', String(port), '--spec', SPEC],
};
export const PRISM: Contender = {
  name: 'prism cli',
  command: (port) => ['node_modules/@stoplight/prism-cli/dist/index.js', 'mock', '-p', String(port), SPEC],
};
export const BARE: Contender = {
  name: 'bare node:http',
  command: (port) => ['dist/test/bench/bare-server.js', String(port)],
};

export interface Running {
  readonly url: string;
  /** Milliseconds from the start of the process to its first response. */
  readonly firstResponse: number;
  /** Resident memory, MB. */
  memory(): number;
  /** Seconds of processor time so far; undefined where the system has no /proc. */
  processorTime(): number | undefined;
  stop(): Promise<void>;
}

/** Starts a server and waits for its first response to a valid request. */
export async function start({ command }: Contender): Promise<Running> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, command(port), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SCARF_ANALYTICS: 'false' },
  });
  const exited = once(child, 'exit');
  while (!(await responds(port))) if (child.exitCode !== null) throw new Error(`${command(port).join(' ')} ended`);
  return {
    url: `http://127.0.0.1:${port}`,
    firstResponse: performance.now() - started,
    memory: () => memory(child),
    processorTime: () => processorTime(child),
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}

function memory({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** Fields 14 and 15 of proc_pid_stat(5), in hundredths of a second. */
function processorTime({ pid }: ChildProcess): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves to false, a few milliseconds later, where nothing listens yet. */
function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const testCase = request({
      port,
      host: '127.0.0.1',
      path: '/animals?tags=a',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      agent: false,
    });
    testCase.on('response', (response) =>
      response.resume().on('end', () => resolve((response.statusCode ?? 500) < 500)),
    );
    testCase.on('error', () => setTimeout(() => resolve(false), 5));
    testCase.end('{"id":1,"name":"Mia"}');
  });
}
