import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpClient, HttpRequest, HttpResponse, TransportError } from '../../harness/core/model.ts';
import { createHttpClient } from '../../harness/http/client.ts';
import { serveRaw } from '../servers.ts';

const still = new AbortController().signal;
setMaxListeners(0, still);
const request: HttpRequest = { method: 'POST', path: '/things', headers: [], body: Buffer.from('{}') };

function open(baseUrl: string, connections: number): HttpClient {
  const target = createHttpClient({ baseUrl, timeoutMs: 2000, connections });
  onTestFinished(() => target.close());
  return target;
}

/** Serves so many connections at a time, each for as long as it is kept; those behind them wait. */
async function serveAtATime(count: number): Promise<string> {
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

/** Asks without a pause, so many at once, until all of the others have been answered. */
async function askWhile(
  target: HttpClient,
  atOnce: number,
  others: Promise<unknown>,
): Promise<(HttpResponse | TransportError)[]> {
  const responses: (HttpResponse | TransportError)[] = [];
  let over = false;
  void others.finally(() => {
    over = true;
  });
  const busy = async () => {
    while (!over) responses.push(await target.send(request, still));
  };
  await Promise.all(Array.from({ length: atOnce }, busy));
  return responses;
}

const faults = (responses: readonly (HttpResponse | TransportError)[]) => responses.filter((each) => 'kind' in each);

test.each([1, 2])('a service that serves %i connections at a time answers all, however many wait', async (count) => {
  const url = await serveAtATime(count);
  const target = open(url, 4);
  const crowd = Promise.all(Array.from({ length: 8 }, () => target.send(request, still)));
  const newcomer = crowd.then(() => open(url, 1).send(request, still));
  const rest = await askWhile(target, 8, newcomer);
  expect(faults([...(await crowd), await newcomer, ...rest])).toEqual([]);
});

test('a service that serves one connection at a time gets to those that ask beside a busy one', async () => {
  const url = await serveAtATime(1);
  const other = open(url, 1);
  const few = Promise.all(Array.from({ length: 3 }, () => other.send(request, still)));
  const rest = await askWhile(open(url, 1), 2, few);
  expect(faults([...(await few), ...rest])).toEqual([]);
});

test('what waits for a connection has all its time from when it gets one', async () => {
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
  const target = createHttpClient({ baseUrl: url, timeoutMs: 600, connections: 2 });
  onTestFinished(() => target.close());
  const responses = await Promise.all(Array.from({ length: 14 }, () => target.send(request, still)));
  expect(faults(responses)).toEqual([]);
});

test('connections are kept where all are served, though one request waits long', async () => {
  const waiting: Socket[] = [];
  let opened = 0;
  const url = await serveRaw((socket, number) => {
    opened++;
    if (number === 1) waiting.push(socket);
    else socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  });
  const target = open(url, 3);
  const slow = target.send(request, still);
  await Promise.all(Array.from({ length: 2 }, () => target.send(request, still)));
  for (let turn = 0; turn < 20; turn++) expect(await target.send(request, still)).toHaveProperty('status', 200);
  waiting[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  expect([await slow, opened]).toMatchObject([{ status: 200 }, 3]);
});
