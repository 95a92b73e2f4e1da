import { readdirSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { HttpRequest, Operation } from '../../harness/core/model.ts';
import { buildRequest } from '../../harness/generate/requests/build-request.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import { validRequest } from '../../harness/generate/requests/valid-request.ts';
import { addCredentials, placeholderCredentials } from '../../harness/http/credentials.ts';
import { type Contract, loadContract } from '../../harness/index.ts';
import { assertContract } from '../../harness/runner/assert-contract.ts';
import { type Contender, type FirstResponse, MOCK, PRISM, start } from './contender.ts';
import { median, table } from './process.ts';

const ROUNDS = 2;
const LIMIT_MS = 90_000;
const HEAD = ['document', 'size', 'operations', 'mock', 'first response', 'to Prism', 'memory', 'its response'];

/** The first response of the mock and of the Prism CLI for each document of a folder, in turns, with the memory after it. */
export async function benchLarge(folder: string): Promise<string> {
  const rows: string[][] = [];
  for (const name of readdirSync(folder).filter(isDocument).sort()) rows.push(...(await rowsOf(join(folder, name))));
  return table([HEAD, ...rows]);
}

const isDocument = (name: string) => /\.(json|ya?ml)$/.test(name);

interface Measured {
  /** Milliseconds; infinite if there was none in time. */
  readonly firstResponses: number[];
  memory: number;
  verdict: string;
}

async function rowsOf(file: string): Promise<string[][]> {
  const contract = loadContract(file);
  const request = firstRead(contract);
  const servers = [MOCK, PRISM].map((server) => ({ ...withDocument(server, file), request, limitMs: LIMIT_MS }));
  const measured = new Map<string, Measured>(
    servers.map(({ name }) => [name, { firstResponses: [], memory: 0, verdict: '' }]),
  );
  for (let round = 0; round < ROUNDS; round++)
    for (const server of servers) {
      const own = measured.get(server.name);
      // One that took too long takes too long again.
      if (!own || own.firstResponses.includes(Number.POSITIVE_INFINITY)) continue;
      const { first, firstResponse, memory, stop } = await start(server);
      own.firstResponses.push(first ? firstResponse : Number.POSITIVE_INFINITY);
      own.memory = Math.max(own.memory, memory());
      own.verdict = first ? verdictOf(contract, request, first) : 'none';
      await stop();
    }
  const prism = median(measured.get(PRISM.name)?.firstResponses ?? []);
  const size = `${(statSync(file).size / 1e6).toFixed(1)} MB`;
  const document = [basename(file, extname(file)), size, contract.operations.length.toLocaleString('en')];
  return [...measured].map(([name, { firstResponses, memory, verdict }]) => {
    const ms = median(firstResponses);
    const ratio = Number.isFinite(ms + prism) ? (ms / prism).toFixed(2) : '';
    return [...document, name, secondsOf(ms), ratio, `${memory.toFixed(0)} MB`, verdict];
  });
}

function secondsOf(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : `over ${LIMIT_MS / 1000} s`;
}

/** The document is the last argument of both. */
function withDocument({ name, command }: Contender, file: string): Contender {
  return { name, command: (port) => [...command(port).slice(0, -1), file] };
}

/** A valid request of the first operation that reads JSON. */
function firstRead(contract: Contract): HttpRequest {
  const unique = new UniqueValues(1);
  for (const operation of contract.operations.filter(readsJson)) {
    const spec = validRequest(contract, unique, operation, 'required');
    if (!spec) continue;
    const { headers, query } = placeholderCredentials(contract, operation);
    return addCredentials(buildRequest(operation, spec), headers, query);
  }
  throw new Error(`${contract.document.file} has no operation that reads JSON`);
}

function readsJson({ method, responses }: Operation): boolean {
  const success = responses.find(({ key }) => key === '200');
  return method === 'GET' && success?.content.some(({ type, schema }) => /\bjson$/.test(type) && schema) === true;
}

function verdictOf(
  contract: Contract,
  { method, path, headers }: HttpRequest,
  { status, ...message }: FirstResponse,
): string {
  const sent = { method, url: path, headers: Object.fromEntries(headers) };
  try {
    assertContract(contract, { request: sent, response: { status, ...message } }, { expectation: 'accept' });
    return `${status}, valid`;
  } catch {
    return `${status}, not valid`;
  }
}
