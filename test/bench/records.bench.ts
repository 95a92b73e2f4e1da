/** Measures how the mock creates, reads and lists a thousand records, beside the Prism CLI, which keeps none, and bare node:http. */
import autocannon from 'autocannon';
import { type Contender, type Running, start } from './contender.ts';

const SPEC = 'fixtures/crud/documents/notes.yaml';
const CONNECTIONS = 8;
const RECORDS = 1000;
const HEADERS = { 'content-type': 'application/json' };

const MOCK: Contender = {
  name: 'mock',
  command: (port) => ['dist/bundle/cli.cjs', 'mock', '--quiet', '--port', String(port), '--spec', SPEC],
};
const PRISM: Contender = {
  name: 'prism cli',
  command: (port) => ['node_modules/@stoplight/prism-cli/dist/index.js', 'mock', '-p', String(port), SPEC],
};
const BARE: Contender = {
  name: 'bare node:http',
  command: (port) => ['dist/test/bench/bare-records.js', String(port)],
};

type Traffic = 'create' | 'read' | 'list';

/** What a server did in all rounds together. */
export interface Measured {
  readonly requestsPerSecond: number;
  /** Microseconds of processor time for a request; what else the machine does lengthens it less. */
  readonly processorUs: number;
}

/** By server. */
export interface RecordRow {
  readonly traffic: Traffic;
  readonly measured: ReadonlyMap<string, Measured>;
}

const ROUNDS = 4;

function requestsOf(traffic: Traffic): autocannon.LoadRequest {
  let count = 0;
  if (traffic === 'create') {
    const setupRequest = (request: autocannon.LoadRequest) => ({ ...request, body: `{"title":"title ${count++}"}` });
    return { method: 'POST', path: '/notes', headers: HEADERS, setupRequest };
  }
  const pathOf = () => (traffic === 'read' ? `/notes/${1 + (count++ % RECORDS)}` : `/notes?offset=${count++ % 900}`);
  return { method: 'GET', path: '/notes', headers: {}, setupRequest: (request) => ({ ...request, path: pathOf() }) };
}

interface Round {
  readonly requests: number;
  readonly seconds: number;
  readonly processorSeconds: number;
}

async function measure(name: string, running: Running, traffic: Traffic, seconds: number): Promise<Round> {
  const before = running.processorTime() ?? Number.NaN;
  const { requests, errors, ...counts } = await load(running, traffic, { duration: seconds });
  if (errors + counts['5xx'] > 0) throw new Error(`${name}: ${errors} errors, ${counts['5xx']} failures`);
  return { requests: requests.total, seconds, processorSeconds: (running.processorTime() ?? Number.NaN) - before };
}

function together(rounds: readonly Round[]): Measured {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const requests = sum((round) => round.requests);
  return {
    requestsPerSecond: requests / sum((round) => round.seconds),
    processorUs: (sum((round) => round.processorSeconds) * 1e6) / requests,
  };
}

/** Measures all servers in turns, after a thousand records were created in each. */
export async function benchRecords({ seconds }: { readonly seconds: number }): Promise<RecordRow[]> {
  const servers: { readonly name: string; readonly running: Running }[] = [];
  try {
    for (const contender of [BARE, MOCK, PRISM])
      servers.push({ name: contender.name, running: await start(contender) });
    const rows: RecordRow[] = [];
    for (const { running } of servers) await load(running, 'create', { amount: RECORDS });
    for (const traffic of ['read', 'list', 'create'] as const) {
      // What V8 has not compiled yet is no steady state.
      for (const { running } of servers) await load(running, traffic, { duration: 1 });
      const rounds = new Map<string, Round[]>(servers.map(({ name }) => [name, []]));
      for (let round = 0; round < ROUNDS; round++)
        for (const { name, running } of servers)
          rounds.get(name)?.push(await measure(name, running, traffic, Math.max(1, seconds / ROUNDS)));
      rows.push({ traffic, measured: new Map([...rounds].map(([name, each]) => [name, together(each)])) });
    }
    return rows;
  } finally {
    for (const { running } of servers) await running.stop();
  }
}

function load({ url }: Running, traffic: Traffic, extent: { readonly duration: number } | { readonly amount: number }) {
  return autocannon({ url, connections: CONNECTIONS, requests: [requestsOf(traffic)], ...extent });
}

/** The measurements as text, with the ratios that count: of rates, and of processor time. */
export function formatRecords(rows: readonly RecordRow[]): string {
  return rows
    .map(({ traffic, measured }) => {
      const all = [...measured].map(
        ([name, { requestsPerSecond, processorUs }]) =>
          `${name} ${requestsPerSecond.toFixed(0)}/s ${processorUs.toFixed(0)} us`,
      );
      const ratio = (other: Contender, digits: number) => {
        const [own, others] = [measured.get(MOCK.name), measured.get(other.name)];
        if (!own || !others) return '';
        const rate = (own.requestsPerSecond / others.requestsPerSecond).toFixed(digits);
        return `${rate} x ${other.name} (processor ${(others.processorUs / own.processorUs).toFixed(digits)} x)`;
      };
      return `${traffic} of ${RECORDS} records: ${all.join(', ')}\n  ${ratio(PRISM, 1)}, ${ratio(BARE, 2)}`;
    })
    .join('\n');
}
