/** A process that puts Prism's proxy before each URL that it is sent, and sends our requests through it. */
import { createRequire } from 'node:module';
import type { Case, HttpRequest } from '../../../harness/core/model.ts';
import { boundaryCases } from '../../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { createHttpClient } from '../../../harness/http/client.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { loadExamples } from '../../../harness/runner/suites/examples.ts';
import { EXAMPLES, SPEC } from './tool.ts';

const require = createRequire(import.meta.url);
const { getHttpOperationsFromSpec } =
  require('@stoplight/prism-cli/dist/operations.js') as typeof import('@stoplight/prism-cli/dist/operations.js');
const fromCli = createRequire(require.resolve('@stoplight/prism-cli/dist/operations.js'));
const { createServer } = fromCli('@stoplight/prism-http-server') as {
  createServer(operations: unknown, options: unknown): ProxyServer;
};

interface ProxyServer {
  listen(port: number, host: string): Promise<string>;
  close(): Promise<void>;
}

const TIMEOUT = 3000;
/** Prism holds every integer over 2^53 for wrong: without such requests it can be seen what else it finds. */
const withoutLarge = process.argv[2] === 'without-large';
const requests = ourRequests().filter(
  ({ body }) => !withoutLarge || !/\d{16}/.test(Buffer.from(body ?? []).toString()),
);
const operations = await getHttpOperationsFromSpec(SPEC);

process.on('message', async (url: string) => {
  const proxy = createServer(operations, { cors: false, config: configFor(url), components: { logger: silent() } });
  const target = createHttpClient({ baseUrl: await proxy.listen(0, '127.0.0.1'), timeoutMs: TIMEOUT, connections: 4 });
  let hasFindings = false;
  for (const request of requests) {
    hasFindings = await saysSo(target, request);
    if (hasFindings) break;
  }
  await target.close();
  await proxy.close();
  process.send?.(hasFindings);
});

/** The examples, and of the generated requests the first about each clause with each intent: all of them would take Prism too long. */
function ourRequests(): HttpRequest[] {
  const contract = loadContract(SPEC);
  const source = { contract, operations: contract.operations, unique: new UniqueValues(1) };
  const first = new Map<string, Case>();
  for (const operation of contract.operations)
    for (const each of boundaryCases(contract, new UniqueValues(1), operation) ?? []) {
      const key = `${each.targets[0]?.id} ${each.expectation}`;
      if (!first.has(key)) first.set(key, each);
    }
  return [...loadExamples(source, [EXAMPLES]), ...first.values()].map(({ request }) => request);
}

/** Prism reports a non-conforming response in a header, and of a service that gives none with an error of its own. */
async function saysSo(target: ReturnType<typeof createHttpClient>, request: HttpRequest): Promise<boolean> {
  const response = await target.send(request, new AbortController().signal);
  if ('kind' in response) return true;
  const header = response.headers.find(([name]) => name.toLowerCase() === 'sl-violations')?.[1] ?? '';
  return /"location":\["response"/.test(header) || Buffer.from(response.body).includes('stoplight.io/prism/errors');
}

function configFor(url: string): object {
  return {
    isProxy: true,
    upstream: new URL(url),
    upstreamProxy: undefined,
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    mock: { dynamic: false },
  };
}

function silent(): unknown {
  const none = () => {};
  const logger = { info: none, warn: none, error: none, debug: none, success: none, trace: none, fatal: none };
  return { ...logger, child: () => logger };
}
