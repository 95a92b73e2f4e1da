import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { deafUrl, serve, serveBytes, serveRaw } from '../servers.ts';
import { neverAborted, openClient, request, send, text } from './requests.ts';

/** Responds with the number of the connection, which shows whether it was reused. */
function respondWithConnectionNumber(): RequestListener {
  const numbers = new WeakMap<object, number>();
  let count = 0;
  return ({ socket }, response) => {
    if (!numbers.has(socket)) numbers.set(socket, ++count);
    response.end(String(numbers.get(socket)));
  };
}

describe('a connection', () => {
  test('is reused', async () => {
    const client = openClient(await serve(respondWithConnectionNumber()));
    const first = await client.send(request(), neverAborted);
    const second = await client.send(request(), neverAborted);
    expect([text(first), text(second)]).toEqual(['1', '1']);
    expect([first, second]).toMatchObject([{ connection: { reused: false } }, { connection: { reused: true } }]);
  });

  test('is one of at most --concurrency', async () => {
    const sockets = new Set<unknown>();
    const waiting: ServerResponse[] = [];
    const url = await serve(({ socket }, response) => {
      sockets.add(socket);
      if (waiting.push(response) === 3) for (const each of waiting.splice(0)) each.end();
    });
    const client = openClient(url, { connections: 3 });
    await Promise.all(Array.from({ length: 30 }, () => client.send(request(), neverAborted)));
    expect(sockets.size).toBe(3);
  });

  /** Resets the first connection on its second request. */
  const resetOnSecondRequest = () => {
    const requests: number[] = [];
    const url = serveRaw((socket, number) => {
      let seen = 0;
      socket.on('data', () => {
        requests.push(number);
        if (++seen > 1 && number === 1) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      });
    });
    return { url, requests };
  };

  test('that is closed while idle is replaced and the request resent (RFC 9112 section 9.3.1)', async () => {
    const { url, requests } = resetOnSecondRequest();
    const client = openClient(await url);
    await client.send(request(), neverAborted);
    const response = await client.send(request(), neverAborted);
    expect(response).toMatchObject({ status: 200, connection: { reused: false, reset: { kind: 'reset' } } });
    expect(requests).toEqual([1, 1, 2]);
  });

  test('that is closed within the head of a response is an error, and nothing is resent', async () => {
    let requests = 0;
    const url = await serveRaw((socket) =>
      socket.on('data', () => {
        if (++requests === 1) respond(socket);
        else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n');
      }),
    );
    const client = openClient(url);
    await client.send(request(), neverAborted);
    expect(await client.send(request(), neverAborted)).toMatchObject({
      kind: 'truncated',
      detail: expect.stringMatching(/within its head/),
    });
    expect(requests).toBe(2);
  });

  test('that is reset on its first request is an error, and nothing is resent', async () => {
    let count = 0;
    const url = await serveRaw((socket) => {
      socket.once('data', () => {
        count++;
        socket.resetAndDestroy();
      });
    });
    expect(await send(url)).toMatchObject({
      kind: 'reset',
      detail: expect.stringMatching(/before a response.*ECONNRESET/),
    });
    expect(count).toBe(1);
  });

  test('that is closed without a byte counts as reset', async () => {
    expect(await send(await serveBytes(''))).toMatchObject({
      kind: 'reset',
      detail: expect.stringMatching(/socket hang up/),
    });
  });

  test('that cannot be made is a connect error', async () => {
    expect(await send(await deafUrl())).toMatchObject({
      kind: 'connect',
      detail: expect.stringMatching(/ECONNREFUSED/),
    });
    expect(await send('http://no-such-host.invalid')).toMatchObject({ kind: 'connect' });
  });

  test.each<[boolean, string, (socket: Socket, turn: number, ofConnection: number) => void]>([
    [false, 'responds to every request', respond],
    [false, 'closes every connection after its response', (socket) => respond(socket).end()],
    [
      false,
      'closes a connection after its third response',
      (socket, _, turn) => (turn < 3 ? respond(socket) : respond(socket).end()),
    ],
    [false, 'closes idle connections', (socket) => void setTimeout(() => respond(socket).end(), 2)],
    [
      false,
      'takes its time to close each connection after a response',
      (socket, _, turn) => void (turn === 1 && setTimeout(() => socket.destroy(), 60) && respond(socket)),
    ],
    [
      true,
      'drops the second request of a connection',
      (socket, _, turn) => (turn < 2 ? respond(socket) : socket.destroy()),
    ],
    [true, 'drops every fifth request', (socket, turn) => (turn % 5 > 0 ? respond(socket) : socket.destroy())],
  ])('dropped requests are detected (%s) for a service that %s', async (drops, _, onRequest) => {
    let all = 0;
    const url = await serveRaw((socket) => {
      let own = 0;
      socket.on('data', () => onRequest(socket, ++all, ++own));
    });
    const requests = Array.from({ length: 12 }, () => request());
    expect(await openClient(url).dropsRequests(requests, neverAborted)).toBe(drops);
  });
});

function respond(socket: Socket): Socket {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  return socket;
}

/** Listens in a thread of its own, which goes on while this one is blocked; closes connections a little after the response. */
const CLOSING_SERVICE = `
  const { createServer } = require('node:net');
  let count = 0;
  const server = createServer((socket) => socket.on('data', () => {
    if (socket.writableEnded) return;
    socket.write('HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\nok');
    if (++count === 1) socket.end();
    else setTimeout(() => socket.end(), 80);
  }));
  server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port));
`;

test('a connection that was closed while this process was blocked was not dropped', async () => {
  const thread = new Worker(CLOSING_SERVICE, { eval: true });
  onTestFinished(async () => void (await thread.terminate()));
  const [port] = await once(thread, 'message');
  let blocker: NodeJS.Immediate | undefined;
  onTestFinished(() => clearImmediate(blocker));
  const block = () => {
    const until = performance.now() + 60;
    while (performance.now() < until);
    blocker = setImmediate(block);
  };
  function* requests() {
    yield request();
    block();
    for (let count = 0; count < 12; count++) yield request();
  }
  expect(await openClient(`http://127.0.0.1:${port}`).dropsRequests(requests(), neverAborted)).toBe(false);
});
