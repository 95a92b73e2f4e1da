import { expect, onTestFinished, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import type { HttpClient } from '../../harness/core/model.ts';
import { createHttpClient } from '../../harness/http/client.ts';
import { RateLimiter } from '../../harness/http/rate-limiter.ts';
import { startMock } from '../../harness/mock/mock.ts';
import type { MockInterceptor } from '../../harness/mock/types.ts';
import { ONE_REQUEST, runCommand, serveRecorded } from '../cli/petstore.ts';
import { exchange, requestBytes } from '../mock/raw-http.ts';
import { serveRaw } from '../servers.ts';

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
  const headers = { 'content-type': 'application/json', prefer: 'wait=20' };
  const bytes = requestBytes({ target: '/turtles', headers, body: '{"id":1,"name":"Mia"}' });
  const responses = exchange(mock.port, bytes);
  await received;
  await mock.warm();
  const started = performance.now();
  await mock.close();
  expect(performance.now() - started).toBeLessThan(900);
  expect(await responses).toMatchObject([{ status: 200 }]);
});
