import autocannon from 'autocannon';
import { BARE, type Contender, type Running, start } from './contender.ts';

export interface ProxyBenchOptions {
  /** Of load for each proxy and round. */
  readonly seconds: number;
}

export interface ProxyRow {
  readonly server: string;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time of the server for a request; undefined where the system does not report it. */
  readonly processor: number | undefined;
  /** MB resident at the end. */
  readonly memory: number;
}

const SPEC = 'spec/openapi.yaml';
const CONNECTIONS = 8;
const ROUNDS = 3;
const REQUEST = {
  method: 'POST',
  path: '/animals?tags=a&limit=10',
  headers: { 'content-type': 'application/json' },
  body: '{"id":1,"name":"Mia","tag":"cat"}',
} as const;

const OWN = 'mock --proxy';
const PLAIN = 'http-proxy-3';
const PRISM = 'prism proxy';

/** The proxies in front of a backend. Only `http-proxy-3` checks nothing. */
function contenders(backend: string): Contender[] {
  const own = ['dist/bundle/cli.cjs', 'mock', '--quiet', '--spec', SPEC, '--proxy', backend, '--port'];
  const prism = ['node_modules/@stoplight/prism-cli/dist/index.js', 'proxy', SPEC, backend, '-p'];
  return [
    { name: OWN, command: (port) => [...own, String(port)] },
    { name: PLAIN, command: (port) => ['dist/test/bench/plain-proxy.js', String(port), backend] },
    { name: PRISM, command: (port) => [...prism, String(port)] },
  ];
}

/** Measures what a proxy costs: the backend alone, and behind each of them, in turns. */
export async function benchProxy({ seconds }: ProxyBenchOptions): Promise<ProxyRow[]> {
  const servers: { readonly name: string; readonly running: Running }[] = [];
  try {
    const backend = await start(BARE);
    servers.push({ name: 'no proxy', running: backend });
    for (const contender of contenders(backend.url))
      servers.push({ name: contender.name, running: await start(contender) });
    for (const { running } of servers) await load(running, 1);
    const rows: ProxyRow[] = [];
    for (let round = 0; round < ROUNDS; round++)
      for (const { name, running } of servers) rows.push(await measure(name, running, seconds / ROUNDS));
    return servers.map(({ name }) => median(rows.filter(({ server }) => server === name)));
  } finally {
    for (const { running } of servers.reverse()) await running.stop();
  }
}

async function measure(server: string, running: Running, seconds: number): Promise<ProxyRow> {
  const before = running.processorTime();
  const { requests, latency, errors, timeouts, non2xx } = await load(running, seconds);
  const after = running.processorTime();
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${server}: ${errors} errors, ${timeouts} timeouts, ${non2xx} failures`);
  const processor = before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / requests.total;
  const { p50, p99 } = latency;
  return { server, requestsPerSecond: requests.average, p50, p99, processor, memory: running.memory() };
}

function load({ url }: Running, seconds: number): Promise<autocannon.LoadResult> {
  return autocannon({ url, connections: CONNECTIONS, requests: [REQUEST], duration: Math.max(1, seconds) });
}

function median(rows: readonly ProxyRow[]): ProxyRow {
  const row = rows.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(rows.length / 2)];
  if (!row) throw new RangeError('nothing was measured');
  return row;
}

/** The measurements as text, with the ratios that count. */
export function formatProxy(rows: readonly ProxyRow[]): string {
  const rate = (name: string) => rows.find(({ server }) => server === name)?.requestsPerSecond ?? Number.NaN;
  const lines = rows.map((row) =>
    [
      row.server.padEnd(15),
      row.requestsPerSecond.toFixed(0).padStart(8),
      String(row.p50).padStart(5),
      String(row.p99).padStart(5),
      (row.processor?.toFixed(0) ?? '-').padStart(7),
      row.memory.toFixed(0).padStart(6),
    ].join(' '),
  );
  const cost = (name: string) => rows.find(({ server }) => server === name)?.processor ?? Number.NaN;
  const ratios = [PLAIN, PRISM].map(
    (name) =>
      `${(rate(OWN) / rate(name)).toFixed(2)} x the requests and ${(cost(OWN) / cost(name)).toFixed(2)} x the processor time of ${name}`,
  );
  return ['proxy              req/s   p50   p99  us/req     MB', ...lines, '', `${OWN}: ${ratios.join('; ')}`].join(
    '\n',
  );
}
