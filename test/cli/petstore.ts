import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Command, ExitCode } from '../../harness/cli/command.ts';
import { parseOptions } from '../../harness/cli/options/options.ts';

/** A document with one operation and one example, so that a run takes few requests. */
export const PETS = join(import.meta.dirname, 'petstore.yaml');

/** One request, accepted, is all that the `examples` suite asks of {@link PETS}. */
export const ONE_REQUEST = ['--spec', PETS, '--suite', 'examples', '--seed', '7'];

/** Responds as the contract says to what it takes for valid. */
const conforming: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"name":"Ida"}');
};

export const pem = (name: string): string => join(import.meta.dirname, 'tls', name);

export async function serveSecurely(options: ServerOptions, listener: RequestListener = conforming): Promise<string> {
  const [cert, key] = ['server.pem', 'server.key'].map((name) => readFileSync(pem(name)));
  return (await listen(createSecureServer({ cert, key, ...options }, listener))).replace('http:', 'https:');
}

/** Serves until the test is over; gives the base URL and the requests that came. */
export async function serveRecorded(
  listener: RequestListener = conforming,
): Promise<{ url: string; requests: IncomingMessage[]; server: Server }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  return { url: await listen(server), requests, server };
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface Spoken {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs a command as the command line would, in this process. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Spoken> {
  let [out, err] = ['', ''];
  const terminal = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    color: false,
    columns: undefined,
    env,
  };
  const code = await command.run(parseOptions(args, command.options), terminal, signal);
  return { code, out, err };
}

/** Writes a file below a folder and gives its path. */
export function write(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
