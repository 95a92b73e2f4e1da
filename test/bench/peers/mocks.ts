import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Contender, MOCK, start } from '../contender.ts';
import { measure } from '../mock.bench.ts';
import { median, table, time } from '../process.ts';
import { type Installed, install, ownPackage } from './packages.ts';

interface MockServer extends Contender {
  readonly installed: Installed;
}

const STARTS = 3;
const SECONDS = 3;
const SPEC = resolve('spec/openapi.yaml');
const CLI = resolve('dist/bundle/cli.cjs');

/** The mocks side by side: start, traffic, and which clauses of the document their responses violate. */
export async function mocksTable(): Promise<string> {
  const rows: string[][] = [];
  for (const server of mockServers()) rows.push(await rowOf(server));
  const head = ['mock', 'first response', 'requests/s', 'p99', 'memory', 'violated clauses', 'installed'];
  return table([head, ...rows]);
}

function mockServers(): MockServer[] {
  const prism = install({ name: 'prism', packages: { '@stoplight/prism-cli': '5.14.2' } });
  const mockoon = install({ name: 'mockoon', packages: { '@mockoon/cli': '9.9.0' } });
  const scalar = install({
    name: 'scalar',
    packages: { '@hono/node-server': '2.1.8', '@scalar/mock-server': '0.14.4' },
  });
  const serve = join(scalar.folder, 'serve.js');
  writeFileSync(serve, SCALAR);
  const inFolder = ({ folder }: Installed, path: string) => join(folder, 'node_modules', path);
  return [
    { ...MOCK, name: 'contract mock', installed: ownPackage() },
    {
      name: 'Prism 5.14.2',
      installed: prism,
      command: (port) => [inFolder(prism, '@stoplight/prism-cli/dist/index.js'), 'mock', '-p', String(port), SPEC],
    },
    { name: 'Scalar 0.14.4', installed: scalar, command: (port) => [serve, String(port), SPEC] },
    {
      name: 'Mockoon 9.9.0',
      installed: mockoon,
      command: (port) => [
        inFolder(mockoon, '@mockoon/cli/bin/run.js'),
        ...['start', '--data', SPEC, '--port', String(port), '--disable-log-to-file'],
      ],
    },
  ];
}

/** As its documentation has it. */
const SCALAR = `import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';
const [port, file] = process.argv.slice(2);
const app = await createMockServer({ document: readFileSync(file, 'utf8') });
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
`;

async function rowOf(server: MockServer): Promise<string[]> {
  const times: number[] = [];
  for (let count = 1; count < STARTS; count++) {
    const running = await start(server);
    times.push(running.firstResponse);
    await running.stop();
  }
  const running = await start(server);
  times.push(running.firstResponse);
  try {
    const violated = await violatedClauses(running.url);
    await measure(server.name, running, 'valid', 1);
    const { requestsPerSecond, p99, memory } = await measure(server.name, running, 'valid', SECONDS);
    const { megabytes, packages } = server.installed;
    return [
      server.name,
      `${median(times).toFixed(0)} ms`,
      requestsPerSecond.toFixed(0),
      `${p99} ms`,
      `${memory.toFixed(0)} MB`,
      violated,
      `${megabytes.toFixed(0)} MB in ${packages}`,
    ];
  } finally {
    await running.stop();
  }
}

/** How many clauses of the document `verify` shows to be violated by a mock that ought to keep them all. */
async function violatedClauses(url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const report = join(folder, 'report.json');
  try {
    const args = [CLI, 'verify', SPEC, url, '--suite', 'examples,generated', '--quiet'];
    await time(process.execPath, [...args, '--report', `json=${report}`]);
    const { coverage } = JSON.parse(readFileSync(report, 'utf8')) as {
      coverage: readonly { readonly state: string }[];
    };
    return `${coverage.filter(({ state }) => state === 'violated').length} of ${coverage.length}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
