/** Measures how the mock creates, reads and lists a thousand records, beside the Prism CLI, which keeps none, and bare node:http. */
import autocannon from 'autocannon';
import { type Contender, type Running, start } from './contender.ts';

const SPEC = 'fixtures/crud/documents/notes.yaml';
const CONNECTIONS = 8;
const RECORDS = 1000;
const HEADERS = { 'content-type': 'application/json' };

const MOCK: Contender = {
  name: 'mock',
  command: (port) => ['dist/bundle/cli.js', 'mock', '--quiet', '--port', String(port), '--spec', SPEC],
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

/** Requests in a second, by server. */
export interface RecordRow {
  readonly traffic: Traffic;
  readonly rates: ReadonlyMap<string, number>;
}

function requestsOf(traffic: Traffic): autocannon.LoadRequest {
  let count = 0;
  if (traffic === 'create') {
    const setupRequest = (request: autocannon.LoadRequest) => ({ ...request, body: `{"title":"title ${count++}"}` });
    return { method: 'POST', path: '/notes', headers: HEADERS, setupRequest };
  }
  const pathOf = () => (traffic === 'read' ? `/notes/${1 + (count++ % RECORDS)}` : `/notes?offset=${count++ % 900}`);
  return { method: 'GET', path: '/notes', headers: {}, setupRequest: (request) => ({ ...request, path: pathOf() }) };
}

/** Measures each kind of traffic on each server, after a thousand records were created. */
export async function benchRecords({ seconds }: { readonly seconds: number }): Promise<RecordRow[]> {
  const servers: { readonly name: string; readonly running: Running }[] = [];
  try {
    for (const contender of [BARE, MOCK, PRISM])
      servers.push({ name: contender.name, running: await start(contender) });
    const rows: RecordRow[] = [];
    for (const { running } of servers) await load(running, 'create', { amount: RECORDS });
    for (const traffic of ['read', 'list', 'create'] as const) {
      const rates = new Map<string, number>();
      for (const { name, running } of servers) {
        const { requests, errors, ...counts } = await load(running, traffic, { duration: seconds });
        if (errors + counts['5xx'] > 0) throw new Error(`${name}: ${errors} errors, ${counts['5xx']} failures`);
        rates.set(name, requests.average);
      }
      rows.push({ traffic, rates });
    }
    return rows;
  } finally {
    for (const { running } of servers) await running.stop();
  }
}

function load({ url }: Running, traffic: Traffic, extent: { readonly duration: number } | { readonly amount: number }) {
  return autocannon({ url, connections: CONNECTIONS, requests: [requestsOf(traffic)], ...extent });
}

/** The measurements as text, with the ratios that count. */
export function formatRecords(rows: readonly RecordRow[]): string {
  return rows
    .map(({ traffic, rates }) => {
      const own = rates.get(MOCK.name) ?? Number.NaN;
      const ratio = (other: Contender) => own / (rates.get(other.name) ?? Number.NaN);
      const all = [...rates].map(([name, rate]) => `${name} ${rate.toFixed(0)}/s`).join(', ');
      return `${traffic} of ${RECORDS} records: ${all}; ${ratio(PRISM).toFixed(1)} x prism cli (10), ${ratio(BARE).toFixed(2)} x bare (0.8)`;
    })
    .join('\n');
}
