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
import { mapConcurrent } from '../../../harness/core/util/map-concurrent.ts';
import { table, time } from '../process.ts';
import { inlined } from './documents.ts';
import { dredd, type PeerTool, portman, respect, stepCi } from './tools.ts';

/** Of the services that need no login, which most of the tools cannot do, one for each document. */
const SERVICES = crudServices.filter(({ name }) => name === 'koa-library' || name === 'fastify-shop');
/** Of so many faults and variations of a service, one is tried: all of them take hours. */
const SHARE: Readonly<Record<Trial['group'], number>> = { single: 8, stateful: 18, conforming: 24 };
/** A tool that has not ended by then has found something. */
const PATIENCE_MS = 600_000;
/** Units of a tester and a service. */
const AT_ONCE = 2;
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
  /** One for each part of it that is counted by itself. */
  readonly names: readonly string[];
  /** How often it is asked about the service without a fault: some send other values each time. */
  readonly rounds: number;
  /** For each name. */
  failures(url: string, service: Trial['service'], folder: string): Promise<readonly Failures[]>;
}

/**
 * Which tool tells services that keep records from the same with a fault: by a failure that it does not report for those without. A
 * failure for a conforming service is a false alarm.
 */
export async function crudTable(): Promise<string> {
  const testers = [ours(), ...[dredd(), portman(), stepCi(), respect()].map(peer)];
  const units = testers.flatMap((tester) =>
    SERVICES.map((service) => ({ tester, service, trials: trialsOf(service) })),
  );
  const suspected = new Map<string, Trial[]>();
  for await (const { names, found } of mapConcurrent(units, AT_ONCE, suspects))
    for (const [index, name] of names.entries())
      suspected.set(name, [...(suspected.get(name) ?? []), ...(found[index] ?? [])]);
  const trials = SERVICES.flatMap(trialsOf);
  const count = (list: readonly Trial[], name: Trial['group']) => list.filter(({ group }) => group === name).length;
  const rows = testers
    .flatMap(({ names }) => names)
    .map((tester) => {
      const own = suspected.get(tester) ?? [];
      return [tester, ...NAMES.map((name) => `${count(own, name)} of ${count(trials, name)}`)];
    });
  return table([['', ...Object.values(GROUPS)], ...rows]);
}

interface Unit {
  readonly tester: Tester;
  readonly service: Trial['service'];
  readonly trials: readonly Trial[];
}

/** For each name of a tester, the trials that it tells from the service without a fault, and the conforming ones with any failure. */
async function suspects({ tester, service, trials }: Unit): Promise<Pick<Tester, 'names'> & { found: Trial[][] }> {
  const { names, rounds } = tester;
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const known = names.map(() => new Set<string>());
  const found = names.map((): Trial[] => []);
  try {
    for (let round = 0; round < rounds; round++)
      for (const [index, failures] of (await failuresOf(tester, { service, options: {} }, folder)).entries())
        for (const failure of failures) known[index]?.add(failure);
    for (const trial of trials)
      for (const [index, failures] of (await failuresOf(tester, trial, folder)).entries())
        if ([...failures].some((failure) => trial.group === 'conforming' || !known[index]?.has(failure)))
          found[index]?.push(trial);
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.error(`${names[0]}, ${service.name}: ${Math.round((performance.now() - started) / 1000)} s`);
  return { names, found };
}

function trialsOf(service: Trial['service']): Trial[] {
  const bugs = crudBugs.filter(({ services }) => services.includes(service.name));
  const stateful = bugs.filter(({ suites }) => suites.includes('stateful'));
  const single = bugs.filter((bug) => !stateful.includes(bug));
  const some = <Row>(rows: readonly Row[], each: number) => rows.filter((_, index) => index % each === 0);
  return [
    ...some(single, SHARE.single).map(({ name }): Trial => ({ group: 'single', service, options: { bugs: [name] } })),
    ...some(stateful, SHARE.stateful).map(
      ({ name }): Trial => ({ group: 'stateful', service, options: { bugs: [name] } }),
    ),
    { group: 'conforming', service, options: {} },
    ...some(variationsOf(service), SHARE.conforming).map(
      ({ name }): Trial => ({ group: 'conforming', service, options: { variations: [name] } }),
    ),
  ];
}

async function failuresOf(
  tester: Tester,
  { service, options }: Pick<Trial, 'service' | 'options'>,
  folder: string,
): Promise<readonly Failures[]> {
  const running = await startCrudService(service, options);
  try {
    return await tester.failures(running.url, service, folder);
  } finally {
    await running.close();
  }
}

/** A run of all suites, and of its findings those of each suite. */
function ours(): Tester {
  const suites = ['examples', 'generated', 'dredd', 'stateful'];
  const failures: Tester['failures'] = async (url, { document }, folder) => {
    const report = join(folder, 'report.json');
    const args = [CLI, 'verify', documentPath(document), url, '--quiet', '--report', `json=${report}`];
    const { code, output } = await time(process.execPath, args, {}, LIMIT);
    if (code !== 0 && code !== 1) throw new Error(`verify ended with ${code}: ${output}`);
    const { findings, verdict } = JSON.parse(readFileSync(report, 'utf8')) as Result;
    const errors = findings.filter(({ severity }) => severity === 'error');
    const keys = (some: typeof errors) => some.map(({ key }) => key);
    const all = new Set([...keys(errors), ...(verdict === 'unverified' ? [verdict] : [])]);
    return [all, ...suites.map((suite) => new Set(keys(errors.filter((each) => each.suites.includes(suite)))))];
  };
  return { names: ['ours, all suites', ...suites.map((suite) => `ours, by ${suite}`)], rounds: 1, failures };
}

interface Result {
  readonly verdict: string;
  readonly findings: readonly { readonly key: string; readonly severity: string; readonly suites: readonly string[] }[];
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
    return [new Set(found)];
  };
  return { names: [name], rounds: 2, failures };
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
