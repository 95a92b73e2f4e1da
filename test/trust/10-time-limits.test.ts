import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import type { HttpClient } from '../../harness/core/model.ts';
import { overload } from '../../harness/core/util/overload.ts';
import { createHttpClient } from '../../harness/http/client.ts';
import { RateLimiter } from '../../harness/http/rate-limiter.ts';
import { startMock } from '../../harness/mock/mock.ts';
import type { MockInterceptor } from '../../harness/mock/types.ts';
import { ONE_REQUEST, PETS, runCommand, serveRecorded } from '../cli/petstore.ts';
import { exchange, requestBytes } from '../mock/raw-http.ts';
import { folder } from '../openapi/documents.ts';
import { processorMsUntilEnd, worked } from '../processor-time.ts';
import { bodyOf, serve, serveRaw } from '../servers.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/bundle/cli.cjs');

const GET = { method: 'GET', path: '/', headers: [], body: undefined } as const;
const neverAborted = new AbortController().signal;

function openClient(baseUrl: string, timeoutMs: number): HttpClient {
  const client = createHttpClient({ baseUrl, timeoutMs, connections: 1 });
  onTestFinished(() => client.close());
  return client;
}

test('an endless flood of interim responses ends the request', async () => {
  const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500);
  const url = await serveRaw((socket) => {
    const flood = (): void => {
      while (!socket.destroyed && socket.write(interim));
    };
    socket.once('data', flood).on('drain', flood);
  });
  expect(await openClient(url, 500).send(GET, neverAborted)).toMatchObject({
    kind: 'too-large',
    detail: 'more than 100 interim responses (1xx)',
  });
});

test('a timeout beyond the range of timers does not expire immediately', async () => {
  const url = await serveRaw((socket) => {
    socket.once('data', () => setTimeout(() => socket.end('HTTP/1.1 204 No Content\r\n\r\n'), 50));
  });
  expect(await openClient(url, 3_000_000_000).send(GET, neverAborted)).toMatchObject({ status: 204 });
});

test.each(['examples', 'dredd'])('--timeout 3000000s does not fail a correct service (%s)', async (suite) => {
  const { url } = await serveRecorded((_, response) => {
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"name":"Ida"}');
    }, 50);
  });
  const { out } = await runCommand(verify, [url, ...ONE_REQUEST, '--suite', suite, '--timeout', '3000000s']);
  expect(out).not.toMatch(/timeout|within 1 ms|within 3000000000 ms/);
});

test('a rate of less than one request per month does not overflow the timer', async () => {
  const limiter = RateLimiter.perSecond(1e-8);
  await limiter.wait();
  const stop = new AbortController();
  const waited = limiter.wait(stop.signal).then(() => 'waited');
  const first = await Promise.race([waited, new Promise((resolve) => setTimeout(() => resolve('still waiting'), 100))]);
  stop.abort();
  await waited;
  expect(first).toBe('still waiting');
});

/** How long responses are delayed that a closing mock ends. */
const WAIT_MS = 20_000;

test('a mock that closes ends the delay of open requests', async () => {
  let onReceived: () => void;
  const received = new Promise<void>((resolve) => {
    onReceived = resolve;
  });
  const onValidated: MockInterceptor['onValidated'] = (_, validation) => {
    onReceived();
    return validation;
  };
  const mock = await startMock({ spec: 'spec/openapi.yaml', intercept: { onValidated } });
  const headers = { 'content-type': 'application/json', prefer: `wait=${WAIT_MS / 1000}` };
  const bytes = requestBytes({ target: '/turtles', headers, body: '{"id":1,"name":"Mia"}' });
  const responses = exchange(mock.port, bytes);
  await received;
  await mock.warm();
  const started = performance.now();
  await mock.close();
  expect(performance.now() - started).toBeLessThan(WAIT_MS / 2);
  expect(await responses).toMatchObject([{ status: 200 }]);
});

/** Runs `verify` and returns how many milliseconds it took, too. */
async function timed(...args: string[]) {
  const started = performance.now();
  const ended = await runCommand(verify, args);
  return { ...ended, tookMs: performance.now() - started };
}

test('a rate that leaves no time for a second request ends at --max-time, not verified', async () => {
  const { url, requests } = await serveRecorded();
  const { code, out, tookMs } = await timed(url, '--spec', PETS, '--rate', '0.2/s', '--max-time', '1s');
  // Its hundreds of requests would take five seconds each.
  expect(tookMs).toBeLessThan(60_000);
  expect(requests.length).toBeLessThanOrEqual(1);
  expect([code, out]).toEqual([1, expect.stringContaining('--max-time reached')]);
});

test('a service that never responds ends at --max-time, before its own time limit', async () => {
  const url = await serve((request) => request.resume());
  const { code, out, tookMs } = await timed(url, '--spec', PETS, '--timeout', '60s', '--max-time', '1s');
  expect(tookMs).toBeLessThan(30_000);
  expect([code, out]).toEqual([1, expect.stringMatching(/not verified: createPet \(.*--max-time reached\)/)]);
  expect(out).not.toContain('response timeout');
});

/** Operations on paths `/1`, `/2` and so on, each with a body that has to be an object with a name. */
function operations(count: number): string {
  const operation = (id: number) => ({
    operationId: `op${id}`,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        },
      },
    },
    responses: { 200: { description: 'ok' }, 400: { description: 'no' } },
  });
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`/${index}`, { post: operation(index) }]),
  );
  const document = { openapi: '3.0.3', info: { title: 'Some', version: '1' }, paths };
  return `${folder({ 'openapi.json': JSON.stringify(document) })}/openapi.json`;
}

const isNamed = (body: string) => {
  try {
    return typeof JSON.parse(body).name === 'string';
  } catch {
    return false;
  }
};

describe('a service that hangs is concluded within about three time limits', () => {
  const TIMEOUT_MS = 1000;
  const OPTIONS = ['--suite', 'generated', '--runs', '2', '--timeout', `${TIMEOUT_MS}ms`];

  test.each(['1', '8'])(
    'on one operation, with %s requests at a time, and the others are tested',
    async (concurrency) => {
      let hung = 0;
      const url = await serve(async (request, response) => {
        const body = (await bodyOf(request)).toString();
        // Accepts what the cases are derived from.
        if (request.url === '/1' && !isNamed(body)) return void hung++;
        response.writeHead(isNamed(body) ? 200 : 400).end();
      });
      const { out } = await timed(url, '--spec', operations(3), ...OPTIONS, '--concurrency', concurrency);
      expect(out).toMatch(/not sent: \d+ consecutive timeouts on op1/);
      expect(out).toMatch(/op2 +POST \/2 .* verified/);
      // Those at a time are waited for together, three times and once more alone.
      expect(hung).toBeLessThanOrEqual(3 * Number(concurrency) + 1);
    },
  );

  test('on everything', async () => {
    let requests = 0;
    const url = await serve((request) => {
      requests++;
      request.resume();
    });
    const { code, out } = await timed(url, '--spec', operations(40), ...OPTIONS, '--concurrency', '8');
    expect(code).toBe(1);
    expect(out).toMatch(/not sent: the service hangs: timeouts on \d+ operations, and no response in between/);
    expect(requests).toBeLessThanOrEqual(3 * 8);
  });
});

describe('a signal', () => {
  /** With thousands of clauses, it is read and checked for seconds. */
  const largeDocument = () => {
    const schema = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => [`a${index}`, { type: 'string', maxLength: 9 }]),
      ),
    };
    const body = { content: { 'application/json': { schema } } };
    const paths = Object.fromEntries(
      Array.from({ length: 700 }, (_, index) => [
        `/${index}`,
        { put: { requestBody: body, responses: { 200: { description: 'ok', ...body } } } },
      ]),
    );
    return folder({
      'openapi.json': JSON.stringify({ openapi: '3.0.3', info: { title: 'Large', version: '1' }, paths }),
    });
  };

  const SETUP = 'echo $$ > started; exec sleep 60';

  test.each([
    [['verify', 'openapi.json', 'http://127.0.0.1:9', '--setup', SETUP]],
    [['verify', 'openapi.json', 'http://127.0.0.1:9', '--teardown', 'true']],
    [['verify', 'openapi.json']],
    [['mock', 'openapi.json', '--port', '0']],
    [['prove', 'openapi.json']],
    [['show', 'openapi.json']],
    [['lint', 'openapi.json']],
  ])('ends %j within two seconds while a large document is read', async (args) => {
    const cwd = largeDocument();
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, stdio: 'ignore' });
    await worked(child, 500);
    expect(await processorMsUntilEnd(child, 'SIGTERM')).toBeLessThan(2000 * overload());
    expect(existsSync(join(cwd, 'started'))).toBe(false);
  });

  test('ends a mock whose responses are delayed with Prefer: wait', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'mock', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [first] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const url = /http:\/\/[\d.:]+/.exec(first)?.[0];
    const body = JSON.stringify({ id: 1, name: 'Mia' });
    const headers = { 'content-type': 'application/json', prefer: `wait=${WAIT_MS / 1000}` };
    const response = fetch(`${url}/turtles`, { method: 'POST', headers, body }).catch((error: Error) => error);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const started = performance.now();
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(performance.now() - started).toBeLessThan(WAIT_MS / 2);
    await response;
  });
});
