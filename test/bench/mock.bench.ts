/**
 * Measures the mock beside the Prism CLI and a bare node:http server that parses and responds with the same JSON, in one run.
 * `node dist/test/bench/mock.bench.js [--seconds 6]`
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { BARE, type Contender, MOCK, PRISM, type Running, start } from './contender.ts';

export interface MockBenchOptions {
  /** Of load for each server and kind of traffic, in rounds of at least a second. */
  readonly seconds: number;
}

/** One server under one kind of traffic. */
export interface TrafficRow {
  readonly server: string;
  readonly traffic: TrafficName;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time for a request; undefined where the system does not report it. */
  readonly processor: number | undefined;
  /** MB resident at the end. */
  readonly memory: number;
}

export interface StartRow {
  readonly server: string;
  /** Milliseconds from the start of the process to its first response: the median of several. */
  readonly firstResponse: number;
}

export interface MockBench {
  readonly traffic: readonly TrafficRow[];
  readonly starts: readonly StartRow[];
}

type TrafficName = 'valid' | 'rejected' | 'mixed';

const CONNECTIONS = 8;
const ROUNDS = 3;
const STARTS = 5;
const HEADERS = { 'content-type': 'application/json' };

/** Every body is another one, so that nothing can be gained by remembering requests. */
function varied(path: string, bodyOf: (count: number) => string): autocannon.LoadRequest {
  let count = 0;
  return {
    method: 'POST',
    path,
    headers: HEADERS,
    setupRequest: (request) => ({ ...request, body: bodyOf(count++) }),
  };
}

const VALID = () => varied('/animals?tags=a&limit=10', (n) => `{"id":${n},"name":"name ${n}","tag":"tag ${n % 7}"}`);
const NUMERIC_STRING = () => varied('/animals?tags=a', (n) => `{"id":"${n}","name":"name ${n}"}`);
const NO_TAGS = () => varied('/animals', (n) => `{"id":${n},"name":"name ${n}"}`);

const TRAFFIC: Readonly<Record<TrafficName, () => readonly autocannon.LoadRequest[]>> = {
  valid: () => [VALID()],
  rejected: () => [NUMERIC_STRING(), NO_TAGS()],
  mixed: () => [VALID(), VALID(), VALID(), NUMERIC_STRING()],
};
const NAMES: readonly TrafficName[] = ['valid', 'rejected', 'mixed'];

/** Measures all servers in turns, round by round, so that whatever else the machine does meets them alike. */
export async function benchMock({ seconds }: MockBenchOptions): Promise<MockBench> {
  const traffic: TrafficRow[] = [];
  const servers: { readonly contender: Contender; readonly running: Running }[] = [];
  try {
    for (const contender of [BARE, MOCK, PRISM]) servers.push({ contender, running: await start(contender) });
    for (const name of NAMES) {
      for (const { running } of servers) await load(running, name, { duration: 1 });
      const rounds: TrafficRow[] = [];
      for (let round = 0; round < ROUNDS; round++)
        for (const { contender, running } of servers)
          rounds.push(await measure(contender.name, running, name, Math.max(1, seconds / ROUNDS)));
      traffic.push(
        ...servers.map(({ contender }) => medianRow(rounds.filter(({ server }) => server === contender.name))),
      );
    }
  } finally {
    for (const { running } of servers) await running.stop();
  }
  const starts: StartRow[] = [];
  for (const contender of [MOCK, PRISM]) starts.push(await benchStart(contender));
  return { traffic, starts };
}

/** The row of the median rate. */
function medianRow(rows: readonly TrafficRow[]): TrafficRow {
  const row = rows.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(rows.length / 2)];
  if (!row) throw new RangeError('nothing was measured');
  return row;
}

/** The rate, the delays and the memory of a server that is sent one kind of traffic for some seconds. */
export async function measure(
  server: string,
  running: Running,
  traffic: TrafficName,
  seconds: number,
): Promise<TrafficRow> {
  const before = running.processorTime();
  const { requests, latency, errors, timeouts, ...counts } = await load(running, traffic, { duration: seconds });
  const after = running.processorTime();
  if (errors + timeouts + counts['5xx'] > 0)
    throw new Error(`${server}: ${errors} errors, ${timeouts} timeouts, ${counts['5xx']} failures`);
  const busy = before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / requests.total;
  const { p50, p99 } = latency;
  return { server, traffic, requestsPerSecond: requests.average, p50, p99, processor: busy, memory: running.memory() };
}

function load(
  { url }: Running,
  traffic: TrafficName,
  extent: { readonly duration: number } | { readonly amount: number },
): Promise<autocannon.LoadResult> {
  return autocannon({ url, connections: CONNECTIONS, requests: TRAFFIC[traffic](), ...extent });
}

async function benchStart(contender: Contender): Promise<StartRow> {
  const times: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const running = await start(contender);
    times.push(running.firstResponse);
    await running.stop();
  }
  times.sort((a, b) => a - b);
  return { server: contender.name, firstResponse: times[Math.floor(STARTS / 2)] ?? Number.NaN };
}

/** The measurements as text, with the ratios that count. */
export function formatMockBench({ traffic, starts }: MockBench): string {
  const rate = (server: Contender, name: TrafficName) =>
    traffic.find((row) => row.server === server.name && row.traffic === name)?.requestsPerSecond ?? Number.NaN;
  const rows = traffic.map((row) =>
    [
      row.server.padEnd(15),
      row.traffic.padEnd(8),
      row.requestsPerSecond.toFixed(0).padStart(8),
      String(row.p50).padStart(5),
      String(row.p99).padStart(5),
      (row.processor?.toFixed(1) ?? '-').padStart(7),
      row.memory.toFixed(0).padStart(6),
    ].join(' '),
  );
  const ratios = NAMES.map((name) => {
    const own = rate(MOCK, name);
    return `${name}: ${(own / rate(PRISM, name)).toFixed(1)} x prism cli (10), ${(own / rate(BARE, name)).toFixed(2)} x bare (0.5)`;
  });
  const [mock, prism] = starts.map(({ firstResponse }) => firstResponse);
  return [
    'server          traffic     req/s   p50   p99  us/req    MB',
    ...rows,
    '',
    ...ratios,
    `start to first response: mock ${mock?.toFixed(0)} ms, prism cli ${prism?.toFixed(0)} ms: ${((mock ?? 0) / (prism ?? 1)).toFixed(2)} (0.5)`,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '6' } } });
  console.log(formatMockBench(await benchMock({ seconds: Number(values.seconds) })));
}
