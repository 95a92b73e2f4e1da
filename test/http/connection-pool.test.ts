import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpClient, HttpRequest, HttpResponse, TransportError } from '../../harness/core/model.ts';
import { createHttpClient } from '../../harness/http/client.ts';
import { serveRaw } from '../servers.ts';

const neverAborted = new AbortController().signal;
setMaxListeners(0, neverAborted);
const request: HttpRequest = { method: 'POST', path: '/things', headers: [], body: Buffer.from('{}') };

function openClient(baseUrl: string, connections: number): HttpClient {
  const client = createHttpClient({ baseUrl, timeoutMs: 2000, connections });
  onTestFinished(() => client.close());
  return client;
}

/** Serves at most `count` connections at once, each until it is closed; others wait. */
async function serveConcurrently(count: number): Promise<string> {
  const queue: Socket[] = [];
  const next = () => queue.slice(0, count).forEach((socket) => void socket.resume());
  return serveRaw((socket) => {
    queue.push(socket);
    socket.pause().on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
    socket.on('close', () => {
      queue.splice(queue.indexOf(socket), 1);
      next();
    });
    next();
  });
}

/** Sends requests without pause on `concurrency` connections, until the others have their responses. */
async function sendUntil(
  client: HttpClient,
  concurrency: number,
  others: Promise<unknown>,
): Promise<(HttpResponse | TransportError)[]> {
  const responses: (HttpResponse | TransportError)[] = [];
  let isDone = false;
  void others.finally(() => {
    isDone = true;
  });
  const busy = async () => {
    while (!isDone) responses.push(await client.send(request, neverAborted));
  };
  await Promise.all(Array.from({ length: concurrency }, busy));
  return responses;
}

const errorsOf = (responses: readonly (HttpResponse | TransportError)[]) =>
  responses.filter((response) => 'kind' in response);

test.each([1, 2])(
  'a service of %i concurrent connections responds to every request, however many wait',
  async (count) => {
    const url = await serveConcurrently(count);
    const client = openClient(url, 4);
    const crowd = Promise.all(Array.from({ length: 8 }, () => client.send(request, neverAborted)));
    const newcomer = crowd.then(() => openClient(url, 1).send(request, neverAborted));
    const rest = await sendUntil(client, 8, newcomer);
    expect(errorsOf([...(await crowd), await newcomer, ...rest])).toEqual([]);
  },
);

test('a busy client does not starve another one of a service with a single connection', async () => {
  const url = await serveConcurrently(1);
  const other = openClient(url, 1);
  const few = Promise.all(Array.from({ length: 3 }, () => other.send(request, neverAborted)));
  const rest = await sendUntil(openClient(url, 1), 2, few);
  expect(errorsOf([...(await few), ...rest])).toEqual([]);
});

test('the timeout of a request starts when it gets its connection', async () => {
  let last: Promise<unknown> = Promise.resolve();
  const url = await serveRaw((socket) => {
    socket.on('data', () => {
      last = last
        .then(() => new Promise((resolve) => setTimeout(resolve, 60)))
        .then(() => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        });
    });
  });
  const client = createHttpClient({ baseUrl: url, timeoutMs: 600, connections: 2 });
  onTestFinished(() => client.close());
  const responses = await Promise.all(Array.from({ length: 14 }, () => client.send(request, neverAborted)));
  expect(errorsOf(responses)).toEqual([]);
});

test('one slow response does not disable keep-alive', async () => {
  const waiting: Socket[] = [];
  let opened = 0;
  const url = await serveRaw((socket, number) => {
    opened++;
    if (number === 1) waiting.push(socket);
    else socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  });
  const client = openClient(url, 3);
  const slow = client.send(request, neverAborted);
  await Promise.all(Array.from({ length: 2 }, () => client.send(request, neverAborted)));
  for (let turn = 0; turn < 20; turn++) expect(await client.send(request, neverAborted)).toHaveProperty('status', 200);
  waiting[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  expect([await slow, opened]).toMatchObject([{ status: 200 }, 3]);
});

test('keep-alive stays on where no reused connection got a response, and so does the hang that it shows', async () => {
  const url = await serveRaw((socket, number) => {
    // The first connection waits all the time, as on a service with few.
    if (number > 1) socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  });
  const client = createHttpClient({ baseUrl: url, timeoutMs: 400, connections: 4 });
  onTestFinished(() => client.close());
  const waiting = new AbortController();
  const slow = [client.send(request, waiting.signal)];
  const inTurn = async () => {
    const kinds: string[] = [];
    for (let turn = 0; turn < 8; turn++) {
      const response = await client.send(request, neverAborted);
      kinds.push('kind' in response ? response.kind : 'ok');
    }
    return kinds;
  };
  const kinds = await Promise.all([inTurn(), inTurn()]);
  waiting.abort();
  await Promise.all(slow);
  for (const each of kinds) expect(each.slice(-4)).toContain('timeout');
});
