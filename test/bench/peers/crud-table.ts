import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { documentPath } from '../../../fixtures/crud/document.ts';
import {
  crudBugs,
  crudServices,
  type ServiceOptions,
  startCrudService,
  variationsOf,
} from '../../../fixtures/crud/index.ts';
import { table, time } from '../process.ts';
import { inlined } from './documents.ts';
import { dredd, type PeerTool, portman, respect, stepCi } from './tools.ts';

/** Of the services that need no login, which most of the tools cannot do, one for each document. */
const SERVICES = crudServices.filter(({ name }) => name === 'koa-library' || name === 'fastify-shop');
/** Of so many faults and variations of a service, one is tried: all of them take hours. */
const SHARE: Readonly<Record<Trial['group'], number>> = { single: 8, stateful: 18, conforming: 24 };
/** A tool that has not ended by then has found something. */
const PATIENCE_MS = 600_000;
const CLI = resolve('dist/bundle/cli.cjs');

const GROUPS = {
  single: 'faults in one response',
  stateful: 'faults over several requests',
  conforming: 'conforming services: false alarms',
} as const;

const NAMES = Object.keys(GROUPS) as (keyof typeof GROUPS)[];

interface Trial {
  readonly group: keyof typeof GROUPS;
  readonly service: (typeof SERVICES)[number];
  readonly options: ServiceOptions;
}

type Failures = ReadonlySet<string>;

/** Reports failures about the service at a URL. */
interface Tester {
  readonly name: string;
  /** How often it is asked about the service without a fault: some send other values each time. */
  readonly rounds: number;
  failures(url: string, service: Trial['service'], folder: string): Promise<Failures>;
}

/**
 * Which tool tells services that keep records from the same with a fault: by a failure that it does not report for those without. A
 * failure for a conforming service is a false alarm.
 * @param isChosen by the name of a tool
 */
export async function crudTable(share = SHARE, isChosen: (name: string) => boolean = () => true): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const trials = SERVICES.flatMap((service) => trialsOf(service, share));
    const testers = [...ours(), ...[dredd(), portman(), stepCi(), respect()].map(peer)];
    const rows: string[][] = [];
    for (const tester of testers.filter(({ name }) => isChosen(name))) {
      const started = performance.now();
      const suspected = await suspects(tester, trials, folder);
      console.error(`${tester.name}: ${Math.round((performance.now() - started) / 1000)} s`);
      const count = (list: readonly Trial[], name: Trial['group']) => list.filter(({ group }) => group === name).length;
      const cells = NAMES.map((name) => `${count(suspected, name)} of ${count(trials, name)}`);
      rows.push([tester.name, String(SERVICES.length), ...cells]);
    }
    return table([['', 'services', ...Object.values(GROUPS)], ...rows]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The trials that the tester tells from the service without a fault, and the conforming ones with any failure. */
async function suspects(tester: Tester, trials: readonly Trial[], folder: string): Promise<Trial[]> {
  const suspected: Trial[] = [];
  for (const service of SERVICES) {
    const known = new Set<string>();
    for (let round = 0; round < tester.rounds; round++)
      for (const failure of await failuresOf(tester, { service, options: {} }, folder)) known.add(failure);
    for (const trial of trials.filter((each) => each.service === service)) {
      const failures = [...(await failuresOf(tester, trial, folder))];
      if (failures.some((failure) => trial.group === 'conforming' || !known.has(failure))) suspected.push(trial);
    }
  }
  return suspected;
}

function trialsOf(service: Trial['service'], share: typeof SHARE): Trial[] {
  const bugs = crudBugs.filter(({ services }) => services.includes(service.name));
  const stateful = bugs.filter(({ suites }) => suites.includes('stateful'));
  const single = bugs.filter((bug) => !stateful.includes(bug));
  const some = <Row>(rows: readonly Row[], each: number) => rows.filter((_, index) => index % each === 0);
  return [
    ...some(single, share.single).map(({ name }): Trial => ({ group: 'single', service, options: { bugs: [name] } })),
    ...some(stateful, share.stateful).map(
      ({ name }): Trial => ({ group: 'stateful', service, options: { bugs: [name] } }),
    ),
    { group: 'conforming', service, options: {} },
    ...some(variationsOf(service), share.conforming).map(
      ({ name }): Trial => ({ group: 'conforming', service, options: { variations: [name] } }),
    ),
  ];
}

async function failuresOf(
  tester: Tester,
  { service, options }: Pick<Trial, 'service' | 'options'>,
  folder: string,
): Promise<Failures> {
  const running = await startCrudService(service, options);
  try {
    return await tester.failures(running.url, service, folder);
  } finally {
    await running.close();
  }
}

/** All suites, then each alone; what one alone leaves unverified is no failure. */
function ours(): Tester[] {
  const suites = [[], ...['examples', 'generated', 'dredd', 'stateful'].map((suite) => ['--suite', suite])];
  return suites.map((chosen): Tester => {
    const failures: Tester['failures'] = async (url, { document }, folder) => {
      const report = join(folder, 'report.json');
      const args = [CLI, 'verify', documentPath(document), url, '--quiet', '--report', `json=${report}`, ...chosen];
      const { code, output } = await time(process.execPath, args, {}, LIMIT);
      if (code !== 0 && code !== 1) throw new Error(`verify ended with ${code}: ${output}`);
      const { findings, verdict } = JSON.parse(readFileSync(report, 'utf8')) as Result;
      const errors = findings.filter(({ severity }) => severity === 'error');
      const isUnverified = chosen.length === 0 && verdict === 'unverified';
      return new Set([...errors.map(({ key }) => key), ...(isUnverified ? [verdict] : [])]);
    };
    return { name: `ours, ${chosen[1] ?? 'all suites'}`, rounds: 1, failures };
  });
}

interface Result {
  readonly verdict: string;
  readonly findings: readonly { readonly key: string; readonly severity: string }[];
}

const LIMIT = { limitMs: PATIENCE_MS };
const NO_TELEMETRY = {
  STEPCI_DISABLE_ANALYTICS: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

function peer({ name, commands }: PeerTool): Tester {
  const failures: Tester['failures'] = async (url, service, folder) => {
    const document = join(folder, `${service.document}.json`);
    writeFileSync(document, inlined(documentPath(service.document), url));
    const found: string[] = [];
    for (const { file, args, cwd } of commands(document, url)) {
      const { code, output } = await time(file, args, NO_TELEMETRY, { cwd, ...LIMIT });
      const listed = failuresIn(output);
      // Without an exit code it has hung.
      if (code !== 0) found.push(...(code === null ? ['no end'] : listed.length > 0 ? listed : [`exit code ${code}`]));
    }
    return new Set(found);
  };
  return { name, rounds: 2, failures };
}

/** The lines in which a tool lists what failed, without numbers that differ from run to run. */
function failuresIn(output: string): string[] {
  return stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => /^\s*([✗✕]|\d+\.\s|fail: |error: )/.test(line))
    .map((line) =>
      line
        .replace(/^\s*\d+\./, '')
        .replace(/\b[\d.]+m?s\b|\d{4,}/g, '#')
        .trim(),
    );
}
