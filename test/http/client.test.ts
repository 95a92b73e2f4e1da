import { getEventListeners, setMaxListeners } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HttpClient, HttpRequest, HttpResponse, TransportError } from '../../harness/core/model.ts';
import { createHttpClient, type HttpClientOptions } from '../../harness/http/client.ts';
import { bodyOf, deafUrl, serve, serveBytes, serveRaw } from '../servers.ts';

const neverAborted = new AbortController().signal;
setMaxListeners(0, neverAborted);
const text = (response: HttpResponse | TransportError | undefined) =>
  response && 'body' in response ? Buffer.from(response.body).toString() : undefined;

function openClient(baseUrl: string, options: Partial<HttpClientOptions> = {}): HttpClient {
  const client = createHttpClient({ baseUrl, timeoutMs: 5000, connections: 4, ...options });
  onTestFinished(() => client.close());
  return client;
}

function request(init: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'POST', path: '/things', headers: [], body: Buffer.from('{}'), ...init };
}

const send = (url: string, init?: Partial<HttpRequest>, options?: Partial<HttpClientOptions>) =>
  openClient(url, options).send(request(init), neverAborted);

/** Responds with the number of the connection, which shows whether it was reused. */
function respondWithConnectionNumber(): RequestListener {
  const numbers = new WeakMap<object, number>();
  let count = 0;
  return ({ socket }, response) => {
    if (!numbers.has(socket)) numbers.set(socket, ++count);
    response.end(String(numbers.get(socket)));
  };
}

describe('a request', () => {
  test('is sent byte for byte: method, target, header case and order, body', async () => {
    let seen: { head: string; body: string } | undefined;
    const url = await serve(async (incoming, response) => {
      const head = [`${incoming.method} ${incoming.url}`, ...incoming.rawHeaders].join('|');
      seen = { head, body: (await bodyOf(incoming)).toString('latin1') };
      response.end();
    });
    await send(`${url}/base/`, {
      method: 'PATCH',
      path: "/a%2Fb?q='%20&r=",
      headers: [
        ['X-Two', '1'],
        ['accept', 'x/y'],
        ['x-TWO', ' b'],
      ],
      body: Buffer.from([0, 255, 10]),
    });
    expect(seen).toEqual({
      head: `PATCH /base/a%2Fb?q='%20&r=|host|${new URL(url).host}|X-Two|1|accept|x/y|x-TWO|b|content-length|3|Connection|keep-alive`,
      body: '\u0000\u00ff\n',
    });
  });

  test.each([
    ['POST', '0'],
    ['PUT', '0'],
    ['GET', undefined],
    ['DELETE', undefined],
  ])('%s without a body has Content-Length %s (RFC 9110 section 8.6)', async (method, length) => {
    const url = await serve((incoming, response) => {
      response.end(String(incoming.headers['content-length']));
    });
    expect(text(await send(url, { method, body: undefined }))).toBe(String(length));
  });

  test('with Transfer-Encoding: chunked has no Content-Length', async () => {
    const url = await serve(async (incoming, response) => {
      const { 'transfer-encoding': coding, 'content-length': length } = incoming.headers;
      response.end(`${coding} ${length} ${await bodyOf(incoming)}`);
    });
    const response = await send(url, { headers: [['transfer-encoding', 'chunked']], body: Buffer.from('[1]') });
    expect(text(response)).toBe('chunked undefined [1]');
  });

  test('keeps its own Host header', async () => {
    const url = await serve((incoming, response) => {
      response.end(incoming.headers.host);
    });
    expect(text(await send(url, { headers: [['Host', 'other.example']] }))).toBe('other.example');
  });
});

describe('a response', () => {
  test('is returned as it was sent: status, reason phrase, header case and order, bytes', async () => {
    const body = Buffer.from([0, 200, 13, 10, 255]);
    const head = 'HTTP/1.1 299 Rather Fine\r\nX-b: 1\r\nx-A:  2 \r\nX-B: 3\r\nContent-Length: 5\r\n\r\n';
    const response = await send(await serveBytes(Buffer.concat([Buffer.from(head), body])));
    expect(response).toMatchObject({
      status: 299,
      statusText: 'Rather Fine',
      httpVersion: '1.1',
      complete: true,
      headers: [
        ['X-b', '1'],
        ['x-A', '2'],
        ['X-B', '3'],
        ['Content-Length', '5'],
      ],
    });
    expect(response).toHaveProperty('body', body);
    expect(response.durationMs).toBeGreaterThan(0);
  });

  test.each<[string, string, string]>([
    ['chunks', 'transfer-encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\ntrailer: 1\r\n\r\n', 'abc'],
    ['Content-Length', 'content-length: 3\r\n\r\nabc', 'abc'],
    ['the end of the connection', '\r\nabc', 'abc'],
  ])('is complete if its body is framed by %s (RFC 9112 section 6.3)', async (_, rest, body) => {
    const response = await send(await serveBytes(`HTTP/1.1 200 OK\r\n${rest}`));
    expect([text(response), response]).toEqual([body, expect.objectContaining({ complete: true })]);
  });

  test('is complete if it arrives in thousands of chunks', async () => {
    const bytes = Array.from({ length: 5000 }, (_, index) => String.fromCharCode(97 + (index % 26)));
    const chunks = bytes.map((byte) => `1\r\n${byte}\r\n`).join('');
    const response = await send(
      await serveBytes(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`),
    );
    expect(text(response)).toBe(bytes.join(''));
  });

  test('may follow interim responses (RFC 9110 section 15.2)', async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    const response = await send(await serveBytes(`${interim}HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok`));
    expect(response).toMatchObject({ status: 201, complete: true });
  });

  test('is not decoded, and a redirect is not followed', async () => {
    let count = 0;
    const url = await serve((_, response) => {
      count++;
      response.writeHead(302, { location: '/things', 'content-encoding': 'gzip' }).end('no gzip');
    });
    expect(text(await send(url))).toBe('no gzip');
    expect(count).toBe(1);
  });

  test.each([204, 304])('with status %i has no body (RFC 9112 section 6.3)', async (status) => {
    const response = await send(await serveBytes(`HTTP/1.1 ${status} x\r\ncontent-length: 5\r\n\r\n`));
    expect(response).toMatchObject({ status, complete: true });
  });
});

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

describe('a transport error is reported for', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  test.each<[string, string, TransportError['kind']]>([
    ['bytes that are not HTTP', 'hello\r\n\r\n', 'malformed'],
    ['a TLS alert', '\u0015\u0003\u0001\u0000\u0002\u0002\u0050', 'malformed'],
    ['a status that is not a number', 'HTTP/1.1 OK\r\n\r\n', 'malformed'],
    ['a header without a colon', `${ok}hello\r\n\r\n`, 'malformed'],
    ['a length that is not a number', `${ok}content-length: many\r\n\r\nabc`, 'malformed'],
    ['two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, 'malformed'],
    [
      'a chunk size that is not a number',
      `${ok}transfer-encoding: chunked\r\n\r\nsize\r\nabc\r\n0\r\n\r\n`,
      'malformed',
    ],
    ['more bytes than announced', `${ok}content-length: 3\r\n\r\nabcdef`, 'malformed'],
    ['a second response', `${ok}content-length: 1\r\n\r\na${ok}content-length: 1\r\n\r\nb`, 'malformed'],
    ['headers of a megabyte', `${ok}x: ${'x'.repeat(1 << 20)}\r\n\r\n`, 'malformed'],
    ['an end within the headers', `${ok}content-ty`, 'reset'],
    ['fewer bytes than announced', `${ok}content-length: 10\r\n\r\nabc`, 'truncated'],
    ['chunks without the last one', `${ok}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`, 'truncated'],
    ['an end within a chunk', `${ok}transfer-encoding: chunked\r\n\r\n9\r\nabc`, 'truncated'],
    [
      'a switch to another protocol',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'malformed',
    ],
  ])('%s', async (_, bytes, kind) => {
    expect(await send(await serveBytes(bytes))).toMatchObject({ kind, detail: expect.stringMatching(/\w/) });
  });

  test('data after a response is not reported as a malformed next response', async () => {
    const detail = /^data after the end of the response, as given by its length \(Parse Error: /;
    expect(await send(await serveBytes(`${ok}content-length: 3\r\n\r\nabcdef`))).toMatchObject({
      detail: expect.stringMatching(detail),
    });
  });

  test('a truncated response, with the part that had arrived', async () => {
    const response = await send(await serveBytes(`${ok}x: y\r\ncontent-length: 10\r\n\r\nabc`));
    expect(response).toMatchObject({ partial: { status: 200, complete: false, body: Buffer.from('abc') } });
  });

  test('an endless body, which is read up to the limit before the connection is closed', async () => {
    const closed: Promise<unknown>[] = [];
    let sent = 0;
    const url = await serve(({ socket }, response) => {
      closed.push(new Promise((resolve) => socket.once('close', resolve)));
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a'))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    });
    const response = await send(url, {}, { maxBodyBytes: 1 << 20 });
    await Promise.all(closed);
    expect(response).toMatchObject({ kind: 'too-large', partial: { status: 200, complete: false } });
    const received = 'partial' in response ? response.partial?.body : undefined;
    expect([received?.length, received?.buffer.byteLength]).toEqual([64 * 1024, 64 * 1024]);
    expect([closed.length, sent < 32 << 20]).toEqual([1, true]);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['never comes', () => undefined],
    ['stops within its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nx:')],
    ['stops within its body', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')],
    ['arrives one byte at a time, without end', trickle],
  ])('a response that %s is a timeout', async (_, respondTo) => {
    const url = await serveRaw((socket) => socket.once('data', () => respondTo(socket)));
    const error = await send(url, {}, { timeoutMs: 150 });
    expect(error).toMatchObject({ kind: 'timeout', detail: 'no complete response within 150 ms' });
    expect(error.durationMs).toBeGreaterThan(140);
  });
});

/** Keeps a connection busy without ever completing a message. */
function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 20);
  socket.once('close', () => clearInterval(timer));
}

describe('an aborted signal', () => {
  test('ends a request that waits for its response', async () => {
    const controller = new AbortController();
    const url = await serveRaw((socket) => socket.once('data', () => controller.abort()));
    expect(await openClient(url).send(request(), controller.signal)).toMatchObject({ kind: 'aborted' });
  });

  test('prevents further requests', async () => {
    let count = 0;
    const url = await serve((_, response) => {
      count++;
      response.end();
    });
    expect(await openClient(url).send(request(), AbortSignal.abort())).toMatchObject({ kind: 'aborted' });
    expect(count).toBe(0);
  });

  test('keeps no listener of finished requests', async () => {
    const url = await serve((_, response) => response.end());
    const { signal } = new AbortController();
    const client = openClient(url);
    for (let i = 0; i < 20; i++) await client.send(request(), signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
