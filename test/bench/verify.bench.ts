import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChecks } from '../../harness/checks/index.ts';
import type { Case, HttpRequest } from '../../harness/core/model.ts';
import { boundaryCases } from '../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import { createHttpClient } from '../../harness/http/client.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { executeCases } from '../../harness/runner/execute/execute-cases.ts';
import { createExecutor, type SuiteContext } from '../../harness/runner/suite.ts';
import { BARE, type Contender, type Running, start } from './contender.ts';
import { plainCodes } from './peers/documents.ts';
import { median, type Timed, table, time } from './process.ts';
import { manyOperations } from './scale.bench.ts';

const SPEC = 'spec/openapi.yaml';
const ROUNDS = 5;
const SENDING_ROUNDS = 11;
/** One takes but 0.2 s, in which anything else that runs counts. */
const SETS_OF_CASES = 5;
const CLI = 'dist/bundle/cli.cjs';
/** A module that leaves V8 as it is, whatever the program sets. */
const UNTUNED = `data:text/javascript,${encodeURIComponent(
  `import v8 from 'node:v8';
  import { syncBuiltinESMExports } from 'node:module';
  v8.setFlagsFromString = () => {};
  syncBuiltinESMExports();`,
)}`;

const serviceIn = (folder: string): Contender => ({
  name: 'reference service',
  command: (port) => {
    const database = join(mkdtempSync(join(folder, 'service-')), 'records.sqlite');
    return ['dist/fixtures/service/main.js', '--port', String(port), '--database', database];
  },
});

/** Runs against a service that has no records yet, as in CI; `again` with those that the same run left. */
type Target = 'empty service' | 'again' | 'own mock';

/** `verify` as a whole process beside the bare Dredd CLI, and sending and checking beside a client that looks at nothing. */
export async function benchVerify(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const service = await start(serviceIn(folder));
  try {
    return [await wholeRuns(folder), await sending(service.url), await scaling(folder)].join('\n\n');
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

async function wholeRuns(folder: string): Promise<string> {
  const document = join(folder, 'four.yaml');
  writeFileSync(document, plainCodes(SPEC));
  const cached = [CLI, 'verify'];
  const verify = [...cached, '--no-cache'];
  const contenders: [name: string, target: Target, args: string[]][] = [
    ['bare Dredd CLI, its four transactions', 'empty service', ['node_modules/dredd/bin/dredd', document]],
    ['verify, all suites, reference service', 'empty service', verify],
    ['the same, after an earlier run of the document', 'empty service', cached],
    ['the same once more, with the values of its seed taken', 'again', cached],
    ['verify --effort quick, reference service', 'empty service', [...verify, '--effort', 'quick']],
    ['verify, all suites, own mock', 'own mock', verify],
    ['the same, after an earlier run of the document', 'own mock', cached],
    ['verify, all suites, own mock, V8 not tuned', 'own mock', ['--import', UNTUNED, ...verify]],
    ['verify, examples and dredd, own mock', 'own mock', [...verify, '--suite', 'examples', '--suite', 'dredd']],
  ];
  const runs = contenders.map(() => [] as Timed[]);
  for (let round = 0; round <= ROUNDS; round++) await timeEach(contenders, runs, folder);
  const base = runs[0]?.slice(1).map(({ ms }) => ms) ?? [];
  const rows = contenders.map(([name], index) => row(name, runs[index]?.slice(1) ?? [], base));
  return table([['whole process', 'requests', 'median', 'to Dredd', 'peak memory', 'exit'], ...rows]);
}

async function timeEach(
  contenders: readonly [name: string, target: Target, args: string[]][],
  runs: Timed[][],
  folder: string,
): Promise<void> {
  let service: Running | undefined;
  for (const [index, [, target, args]] of contenders.entries()) {
    if (target !== 'again') await service?.stop();
    if (target === 'empty service') service = await start(serviceIn(folder));
    const url = target === 'own mock' ? [] : [service?.url ?? ''];
    runs[index]?.push(await time(process.execPath, [...args, ...url]));
  }
}

function row(name: string, own: readonly Timed[], base: readonly number[]): string[] {
  const ratio = median(own.map(({ ms }, round) => ms / (base[round] ?? Number.NaN)));
  const { output = '', code } = own.at(-1) ?? {};
  const requests =
    /([\d,]+) of [\d,]+ planned cases? against/.exec(output)?.[1] ?? /(\d+) total/.exec(output)?.[1] ?? '?';
  const time = `${median(own.map(({ ms }) => ms)).toFixed(0)} ms`;
  const memory = `${Math.max(...own.map((each) => each.memory)).toFixed(0)} MB`;
  return [name, requests, time, ratio.toFixed(2), memory, String(code)];
}

async function sending(url: string): Promise<string> {
  const contract = loadContract(SPEC);
  const [bare, checked] = [[] as number[], [] as number[]];
  for (let round = 0; round <= SENDING_ROUNDS; round++) {
    const seed = 1000 + 2 * round * SETS_OF_CASES;
    const requests = casesOf(contract, seed).map((each) => each.request);
    const cases = casesOf(contract, seed + SETS_OF_CASES);
    const blind = await sendBare(url, requests);
    const checking = await sendAndCheck(url, cases);
    if (round === 0) continue;
    bare.push(blind);
    checked.push(checking);
  }
  const ratio = median(checked.map((rate, round) => rate / (bare[round] ?? Number.NaN)));
  return table([
    ['sending the same requests, 8 at once', 'requests/s', 'ratio'],
    ['bare keep-alive client', median(bare).toFixed(0), '1.00'],
    ['sending and checking', median(checked).toFixed(0), ratio.toFixed(2)],
  ]);
}

/** Several sets of the cases at the bounds of each schema; no two have the same unique values. */
function casesOf(contract: Contract, seed: number): Case[] {
  const seeds = Array.from({ length: SETS_OF_CASES }, (_, index) => seed + index);
  return seeds.flatMap((each) =>
    contract.operations.flatMap((operation) => [...(boundaryCases(contract, new UniqueValues(each), operation) ?? [])]),
  );
}

async function sendBare(url: string, requests: readonly HttpRequest[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const queue = [...requests];
  const started = performance.now();
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await sendOne(url, next, agent);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const rate = (requests.length * 1000) / (performance.now() - started);
  agent.destroy();
  return rate;
}

function sendOne(url: string, { method, path, headers, body }: HttpRequest, agent: Agent): Promise<void> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve) => {
    const list = ['host', host, ...headers.flat(), 'content-length', String(body?.length ?? 0)];
    const client = httpRequest({ hostname, port, method, path, agent, headers: list }, (response) => {
      response.on('data', () => {});
      response.on('close', resolve);
    });
    client.on('error', () => resolve());
    client.end(body);
  });
}

async function sendAndCheck(url: string, cases: readonly Case[]): Promise<number> {
  const contract = loadContract(SPEC);
  const target = createHttpClient({ baseUrl: url, timeoutMs: 10_000, connections: 8 });
  const { signal } = new AbortController();
  const { operations } = contract;
  const unique = new UniqueValues(1);
  const context: SuiteContext = {
    source: {
      contract,
      operations,
      unique,
      seed: 1,
      effort: 'normal',
      randomCases: 0,
      examples: [],
      hasCredentials: false,
    },
    executor: createExecutor({
      contract,
      unique,
      client: target,
      checks: createChecks(contract),
      timeoutMs: 10_000,
      credentials: () => ({ headers: [], query: [] }),
      hasCredentials: false,
      signal,
    }),
    control: { signal, concurrency: 8, deadline: Number.POSITIVE_INFINITY, onSkip: () => {} },
  };
  const started = performance.now();
  let count = 0;
  for await (const _ of executeCases(context, 'generated', cases)) count++;
  const rate = (count * 1000) / (performance.now() - started);
  await target.close();
  return rate;
}

/** The cost of an operation in a document of many beside its cost in one of a hundred, on a server that responds to them all. */
async function scaling(folder: string): Promise<string> {
  const server = await start(BARE);
  const counts = [1, 100, 1000] as const;
  const runs = new Map<number, Awaited<ReturnType<typeof time>>>();
  try {
    for (const count of counts) {
      const file = join(folder, `${count}.json`);
      writeFileSync(file, JSON.stringify(manyOperations(count)));
      const args = [CLI, 'verify', '--spec', file, '--target', server.url, '--suite', 'examples', '--quiet'];
      const first = await time(process.execPath, args);
      const second = await time(process.execPath, args);
      if (second.code !== 0) throw new Error(second.output);
      runs.set(count, first.ms < second.ms ? first : second);
    }
  } finally {
    await server.stop();
  }
  const ms = (count: number) => runs.get(count)?.ms ?? Number.NaN;
  const [few, many] = [(ms(100) - ms(1)) / 99, (ms(1000) - ms(1)) / 999];
  const costOf = (count: number, each: number) => [
    count.toLocaleString('en'),
    `${ms(count).toFixed(0)} ms`,
    `${each.toFixed(1)} ms`,
    `${(runs.get(count)?.memory ?? 0).toFixed(0)} MB`,
    (each / few).toFixed(2),
  ];
  return table([
    ['operations in the document, examples suite', 'whole run', 'each operation', 'peak memory', 'ratio'],
    costOf(100, few),
    costOf(1000, many),
  ]);
}
