import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Departure, Score } from './score.ts';

const CLI = 'dist/bundle/cli.cjs';
/** Prism's options and ours; the others change nothing that is compared. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '-d': ['--dynamic'],
  '--dynamic': ['--dynamic'],
  '--errors': ['--validate', 'error'],
  '--cors=false': ['--no-cors'],
};
const ADDRESS = /https?:\/\/(localhost|127\.0\.0\.1|0\.0\.0\.0):4010/g;

/** Sends the requests of Prism's cases for OpenAPI 3 to the mock, and compares statuses; cases that need the internet are left out. */
export async function scorePrism(folder: string): Promise<Score> {
  const departures: Departure[] = [];
  let total = 0;
  const specs = join(folder, 'specs');
  for (const name of readdirSync(specs, { encoding: 'utf8', recursive: true }).sort()) {
    if (!name.endsWith('.txt')) continue;
    const parts = readCase(readFileSync(join(specs, name), 'utf8'));
    if (!/^\s*["']?openapi["']?\s*:/m.test(parts['spec'] ?? '') || !parts['server']?.startsWith('mock')) continue;
    total++;
    const problem = await runCase(parts);
    if (problem !== undefined) departures.push({ name, problem });
  }
  return { total, departures };
}

/** Reads the parts of a case, each below a line such as `====spec====`. */
function readCase(text: string): Readonly<Record<string, string>> {
  const [, ...parts] = text.split(/^====(.*)====\r?\n/m);
  return Object.fromEntries(
    parts.flatMap((name, index) => (index % 2 === 0 ? [[name, (parts[index + 1] ?? '').trim()]] : [])),
  );
}

async function runCase({ spec = '', server = '', command = '', ...expected }: Readonly<Record<string, string>>) {
  const wanted = statusOf(expected['expect'] ?? expected['expect-loose'] ?? expected['expect-keysOnly'] ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'prism-'));
  const document = join(folder, 'openapi.yaml');
  writeFileSync(document, spec);
  const options = server.split(/\s+/).flatMap((word) => OPTIONS[word] ?? []);
  const mock = spawn(process.execPath, [CLI, 'mock', document, '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await firstUrl(mock.stdout);
    if (url === undefined) return 'the mock did not start';
    const status = statusOf(await curl(command, url));
    return status === wanted ? undefined : `${wanted} expected, got ${status}`;
  } finally {
    if (mock.exitCode === null && mock.kill()) await once(mock, 'exit');
    rmSync(folder, { recursive: true });
  }
}

async function firstUrl(output: Readable): Promise<string | undefined> {
  let banner = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    banner += String(chunk);
    const url = /http:\/\/[^\s/]+/.exec(banner)?.[0];
    if (url !== undefined) return url;
  }
  return undefined;
}

/** Runs the command line of a case, which is one of curl to this machine. */
async function curl(command: string, url: string): Promise<string> {
  if (!/^curl\s/.test(command) || command.match(ADDRESS) === null) return '';
  const sent = promisify(execFile)('sh', ['-c', `${command.replaceAll(ADDRESS, url)} --silent`], { timeout: 30_000 });
  return sent.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

/** The status of the last response of an output, after those that are informational. */
function statusOf(output: string): string {
  return [...output.matchAll(/^HTTP\/[\d.]+ (?!1\d\d)(\d{3})/gm)].at(-1)?.[1] ?? 'no response';
}
