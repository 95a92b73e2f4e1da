/**
 * Runs `contract verify` on the same service in Python, Go, PHP and Java: `node dist/test/crud/languages.js [NAME...]`.
 * On Debian: `apt-get install python3-flask python3-jsonschema python3-fastapi python3-uvicorn python3-yaml golang-go
 * php-cli openjdk-17-jdk-headless libjackson2-databind-java`. Not part of CI.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { documentPath } from '../../fixtures/crud/document.ts';
import { type Verified, verify } from './survey/verify.ts';

const SOURCES = join(dirname(documentPath('notes')), '../languages');
const PYTHON = '/usr/bin/python3';
const JARS = ['databind', 'core', 'annotations'].map((name) => `/usr/share/java/jackson-${name}.jar`).join(':');
const START_TIMEOUT_MS = 60_000;

interface Place {
  readonly folder: string;
  readonly port: number;
}

/** The command that starts a service in its folder, on a port. */
type Command = (place: Place) => readonly string[];

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['flask', () => [PYTHON, join(SOURCES, 'flask_notes.py')]],
  ['fastapi', () => [PYTHON, join(SOURCES, 'fastapi_notes.py')]],
  ['go', ({ folder }) => [buildGo(folder)]],
  ['php', ({ port }) => ['php', '-S', `127.0.0.1:${port}`, join(SOURCES, 'notes.php')]],
  ['java', () => ['java', '-cp', JARS, join(SOURCES, 'Notes.java')]],
]);

function buildGo(folder: string): string {
  const binary = join(folder, 'notes');
  const { status, stderr } = spawnSync('go', ['build', '-o', binary, join(SOURCES, 'notes.go')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`go build: ${stderr}`);
  return binary;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end && child.exitCode === null; await delay(100)) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error('The service does not listen.');
}

async function examine(name: string, command: Command): Promise<Verified> {
  const place = { folder: mkdtempSync(join(tmpdir(), 'notes-')), port: await freePort() };
  const [program = '', ...args] = command(place);
  const own = { PORT: String(place.port), DOCUMENT: documentPath('notes'), STORE: join(place.folder, 'notes.json') };
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...own } });
  const ended = once(child, 'close');
  try {
    await untilListening(place.port, child);
    console.error(`${name} listens on port ${place.port}`);
    return await verify('notes', `http://127.0.0.1:${place.port}`, { seed: 1 });
  } finally {
    child.kill();
    await ended;
    rmSync(place.folder, { recursive: true });
  }
}

const wanted = process.argv.slice(2);
console.log('| service | verdict | errors | warnings | requests | time |\n| --- | --- | --- | --- | --- | --- |');
for (const [name, command] of COMMANDS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { verdict, findings, requestCount, durationMs } = await examine(name, command);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const cells = [
    name,
    verdict,
    errors.length,
    findings.length - errors.length,
    requestCount,
    `${(durationMs / 1000).toFixed(1)} s`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  for (const { operation, message } of errors) console.error(`  ${operation}: ${message}`);
}
