import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { HttpRequest } from '../../harness/core/model.ts';

/** A server under measurement, as a process of its own. */
export interface Contender {
  readonly name: string;
  /** Arguments to node. */
  command(port: number): string[];
  /** Sent until there is a response; by default one that the sample document permits, until it is accepted. */
  readonly request?: HttpRequest;
  /** How long to wait for its response; default without end. */
  readonly limitMs?: number;
}

export interface FirstResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
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
  /** Undefined if there was none in time. */
  readonly first: FirstResponse | undefined;
  /** Resident memory, MB. */
  memory(): number;
  /** Seconds of processor time so far; undefined where the system has no /proc. */
  processorTime(): number | undefined;
  stop(): Promise<void>;
}

/** Starts a server and waits for its first response to a valid request. */
export async function start({ command, request: given, limitMs }: Contender): Promise<Running> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, command(port), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SCARF_ANALYTICS: 'false' },
  });
  const exited = once(child, 'exit');
  let first: FirstResponse | undefined;
  const limit = limitMs === undefined ? new AbortController().signal : AbortSignal.timeout(limitMs);
  while (!limit.aborted && (first === undefined || (given === undefined && first.status >= 500))) {
    first = await responseTo(port, given ?? SAMPLE_REQUEST, limit);
    if (child.exitCode !== null) throw new Error(`${command(port).join(' ')} ended`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    first,
    firstResponse: performance.now() - started,
    memory: () => memory(child),
    processorTime: () => processorTime(child),
    stop: async () => {
      child.kill(first ? 'SIGTERM' : 'SIGKILL');
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

const SAMPLE_REQUEST: HttpRequest = {
  method: 'POST',
  path: '/animals?tags=a',
  headers: [['content-type', 'application/json']],
  body: Buffer.from('{"id":1,"name":"Mia"}'),
};

/** Resolves to undefined, a few milliseconds later, where nothing listens yet, and when it is aborted. */
function responseTo(
  port: number,
  { method, path, headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<FirstResponse | undefined> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', path, method, signal, agent: false };
    const sent = request({ ...options, headers: Object.fromEntries(headers) });
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, body: Buffer.concat(parts).toString() });
      });
    });
    sent.on('error', () => setTimeout(() => resolve(undefined), 5));
    sent.end(body);
  });
}
