import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { conforming, faults, oneFault } from '../../../fixtures/faults/index.ts';
import { startService } from '../../../fixtures/service/service.ts';
import { median, table, time } from '../process.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { plainCodes } from './documents.ts';
import { type Installed, install, ownPackage } from './packages.ts';
import { type Command, dredd, portman } from './tools.ts';

/** A tool that is pointed at a service and says by its exit code whether it complains. */
interface Tester {
  readonly name: string;
  readonly installed: Installed;
  command(url: string): Command;
}

const ROUNDS = 3;
const SPEC = resolve('spec/openapi.yaml');
/** Services that a tool waits for, or whose responses have no end. */
const IS_SLOW = /hang|minute|stall|gigabyte|redirect|forgotten|dead|slow/;
/** A tool that has not ended by then has found something. */
const PATIENCE_MS = 60_000;

const BROKEN = [...every(14, faults), ...every(40, oneFault)];
const CONFORMING = every(8, conforming);

function every<Service extends { readonly name: string }>(count: number, services: readonly Service[]): Service[] {
  return services.filter(({ name }) => !IS_SLOW.test(name)).filter((_, index) => index % count === 0);
}

/** The testers side by side: on the reference service, then on services with a bug and on others that conform. */
export async function testersTable(): Promise<string> {
  const contenders = testers();
  const onReference = await measureAll(contenders);
  const rows: string[][] = [];
  for (const [index, tester] of contenders.entries()) {
    const found = await complaints(tester, BROKEN);
    const alarms = await complaints(tester, CONFORMING);
    const { megabytes, packages } = tester.installed;
    rows.push([
      tester.name,
      ...(onReference[index] ?? []),
      `${found} of ${BROKEN.length}`,
      `${alarms} of ${CONFORMING.length}`,
      `${megabytes.toFixed(0)} MB in ${packages}`,
    ]);
  }
  const head = ['tester, reference service', 'time', 'memory', 'requests', 'exit', 'faults found', 'false alarms'];
  return table([[...head, 'installed'], ...rows]);
}

function testers(): Tester[] {
  const cli = resolve('dist/bundle/cli.cjs');
  const own = ownPackage();
  const ours = (name: string, ...args: string[]): Tester => ({
    name,
    installed: own,
    command: (url) => ({ file: process.execPath, args: [cli, 'verify', SPEC, url, '--quiet', '--no-cache', ...args] }),
  });
  const tools = [dredd(), portman()] as const;
  const document = join(tools[0].installed.folder, 'document.json');
  writeFileSync(document, plainCodes(SPEC));
  const peers = tools.map(
    ({ name, installed, commands }): Tester => ({
      name,
      installed,
      command: (url) => commands(document, url)[0] as Command,
    }),
  );
  return [ours('verify'), ours('verify --effort quick', '--effort', 'quick'), ...peers, ...specmatic()];
}

/** Specmatic runs in Java; without it there is no row. */
function specmatic(): Tester[] {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
  } catch {
    console.log('Specmatic is left out: there is no java.');
    return [];
  }
  const installed = install({ name: 'specmatic', packages: { specmatic: '2.55.1' } });
  const document = join(installed.folder, 'document.json');
  writeFileSync(document, plainCodes(SPEC, { examples: false }));
  const jar = join(installed.folder, 'node_modules/specmatic/specmatic.jar');
  return [
    {
      name: 'Specmatic 2.55.1',
      installed,
      command: (url) => ({
        file: 'java',
        args: ['-jar', jar, 'test', document, `--testBaseURL=${url}`],
        cwd: installed.folder,
      }),
    },
  ];
}

/** In turns, so that whatever else the machine does meets all alike. */
async function measureAll(contenders: readonly Tester[]): Promise<string[][]> {
  const service = await startService({ port: 0, database: ':memory:' });
  const proxy = await startCountingProxy(service.url);
  const runs = contenders.map(() => [] as { ms: number; memory: number; requests: number; code: number | null }[]);
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, tester] of contenders.entries()) {
        const { file, args, cwd } = tester.command(proxy.url);
        const timed = await time(file, args, {}, { cwd, limitMs: PATIENCE_MS });
        runs[index]?.push({ ...timed, requests: proxy.take() });
      }
  } finally {
    await proxy.close();
    await service.close();
  }
  return runs.map((own) => [
    `${(median(own.map(({ ms }) => ms)) / 1000).toFixed(2)} s`,
    `${Math.max(...own.map(({ memory }) => memory)).toFixed(0)} MB`,
    median(own.map(({ requests }) => requests)).toLocaleString('en'),
    String(own.at(-1)?.code),
  ]);
}

async function complaints(
  tester: Tester,
  services: readonly { start(): Promise<{ readonly url: string; close(): Promise<void> }> }[],
): Promise<number> {
  let count = 0;
  for (const service of services) {
    const running = await service.start();
    try {
      const { file, args, cwd } = tester.command(running.url);
      const { code } = await time(file, args, {}, { cwd, limitMs: PATIENCE_MS });
      if (code !== 0) count++;
    } finally {
      await running.close();
    }
  }
  return count;
}
