import { getEventListeners, setMaxListeners } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HttpClient, HttpRequest, HttpResponse, TransportError } from '../../harness/core/model.ts';
import { createHttpClient, type HttpClientOptions } from '../../harness/http/client.ts';
import { bodyOf, deafUrl, serve, serveBytes, serveRaw } from '../servers.ts';

const still = new AbortController().signal;
setMaxListeners(0, still);
const text = (response: HttpResponse | TransportError | undefined) =>
  response && 'body' in response ? Buffer.from(response.body).toString() : undefined;

function open(baseUrl: string, options: Partial<HttpClientOptions> = {}): HttpClient {
  const target = createHttpClient({ baseUrl, timeoutMs: 5000, connections: 4, ...options });
  onTestFinished(() => target.close());
  return target;
}

function request(parts: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'POST', path: '/things', headers: [], body: Buffer.from('{}'), ...parts };
}

const ask = (url: string, parts?: Partial<HttpRequest>, options?: Partial<HttpClientOptions>) =>
  open(url, options).send(request(parts), still);

/** Answers with the number of the connection, so that a test can tell whether it was kept. */
function numbered(): RequestListener {
  const numbers = new WeakMap<object, number>();
  let count = 0;
  return ({ socket }, response) => {
    if (!numbers.has(socket)) numbers.set(socket, ++count);
    response.end(String(numbers.get(socket)));
  };
}

describe('a request', () => {
  test('goes out byte for byte: method, target, header spelling and order, body', async () => {
    let seen: { head: string; body: string } | undefined;
    const url = await serve(async (incoming, response) => {
      const head = [`${incoming.method} ${incoming.url}`, ...incoming.rawHeaders].join('|');
      seen = { head, body: (await bodyOf(incoming)).toString('latin1') };
      response.end();
    });
    await ask(`${url}/base/`, {
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
  ])('%s without a body is sent with the length %s (RFC 9110 section 8.6)', async (method, length) => {
    const url = await serve((incoming, response) => {
      response.end(String(incoming.headers['content-length']));
    });
    expect(text(await ask(url, { method, body: undefined }))).toBe(String(length));
  });

  test('is chunked where its headers say so, and then carries no length', async () => {
    const url = await serve(async (incoming, response) => {
      const { 'transfer-encoding': coding, 'content-length': length } = incoming.headers;
      response.end(`${coding} ${length} ${await bodyOf(incoming)}`);
    });
    const answer = await ask(url, { headers: [['transfer-encoding', 'chunked']], body: Buffer.from('[1]') });
    expect(text(answer)).toBe('chunked undefined [1]');
  });

  test('names the host that its headers name', async () => {
    const url = await serve((incoming, response) => {
      response.end(incoming.headers.host);
    });
    expect(text(await ask(url, { headers: [['Host', 'other.example']] }))).toBe('other.example');
  });
});

describe('an answer', () => {
  test('comes back as it was sent: status, reason, header spelling and order, bytes', async () => {
    const body = Buffer.from([0, 200, 13, 10, 255]);
    const head = 'HTTP/1.1 299 Rather Fine\r\nX-b: 1\r\nx-A:  2 \r\nX-B: 3\r\nContent-Length: 5\r\n\r\n';
    const answer = await ask(await serveBytes(Buffer.concat([Buffer.from(head), body])));
    expect(answer).toMatchObject({
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
    expect(answer).toHaveProperty('body', body);
    expect(answer.durationMs).toBeGreaterThan(0);
  });

  test.each<[string, string, string]>([
    ['chunks', 'transfer-encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\ntrailer: 1\r\n\r\n', 'abc'],
    ['a length', 'content-length: 3\r\n\r\nabc', 'abc'],
    ['the end of the connection', '\r\nabc', 'abc'],
  ])('is whole when its body is framed by %s (RFC 9112 section 6.3)', async (_, rest, body) => {
    const answer = await ask(await serveBytes(`HTTP/1.1 200 OK\r\n${rest}`));
    expect([text(answer), answer]).toEqual([body, expect.objectContaining({ complete: true })]);
  });

  test('is whole when it comes in thousands of pieces', async () => {
    const bytes = Array.from({ length: 5000 }, (_, index) => String.fromCharCode(97 + (index % 26)));
    const chunks = bytes.map((byte) => `1\r\n${byte}\r\n`).join('');
    const answer = await ask(
      await serveBytes(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`),
    );
    expect(text(answer)).toBe(bytes.join(''));
  });

  test('may come after interim ones (RFC 9110 section 15.2)', async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    const answer = await ask(await serveBytes(`${interim}HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok`));
    expect(answer).toMatchObject({ status: 201, complete: true });
  });

  test('is not decoded, and a redirect is not followed', async () => {
    let testCase = 0;
    const url = await serve((_, response) => {
      testCase++;
      response.writeHead(302, { location: '/things', 'content-encoding': 'gzip' }).end('no gzip');
    });
    expect(text(await ask(url))).toBe('no gzip');
    expect(testCase).toBe(1);
  });

  test.each([204, 304])('of status %i ends at its head (RFC 9112 section 6.3)', async (status) => {
    const answer = await ask(await serveBytes(`HTTP/1.1 ${status} x\r\ncontent-length: 5\r\n\r\n`));
    expect(answer).toMatchObject({ status, complete: true });
  });
});

describe('a connection', () => {
  test('is kept and used again', async () => {
    const target = open(await serve(numbered()));
    const first = await target.send(request(), still);
    const second = await target.send(request(), still);
    expect([text(first), text(second)]).toEqual(['1', '1']);
    expect([first, second]).toMatchObject([{ connection: { reused: false } }, { connection: { reused: true } }]);
  });

  test('is one of so many and no more', async () => {
    const sockets = new Set<unknown>();
    const waiting: ServerResponse[] = [];
    const url = await serve(({ socket }, response) => {
      sockets.add(socket);
      if (waiting.push(response) === 3) for (const each of waiting.splice(0)) each.end();
    });
    const target = open(url, { connections: 3 });
    await Promise.all(Array.from({ length: 30 }, () => target.send(request(), still)));
    expect(sockets.size).toBe(3);
  });

  /** Answers once on each of the first connections, then cuts it on its second request. */
  const forgetful = () => {
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

  test('that is closed while idle is replaced, and the request sent again (RFC 9112 section 9.3.1)', async () => {
    const { url, requests } = forgetful();
    const target = open(await url);
    await target.send(request(), still);
    const answer = await target.send(request(), still);
    expect(answer).toMatchObject({ status: 200, connection: { reused: false, reset: { kind: 'reset' } } });
    expect(requests).toEqual([1, 1, 2]);
  });

  test('that is cut on its first request is a reset, and nothing is sent again', async () => {
    let count = 0;
    const url = await serveRaw((socket) => {
      socket.once('data', () => {
        count++;
        socket.resetAndDestroy();
      });
    });
    expect(await ask(url)).toMatchObject({
      kind: 'reset',
      detail: expect.stringMatching(/before an answer.*ECONNRESET/),
    });
    expect(count).toBe(1);
  });

  test('that is closed without a byte is a reset', async () => {
    expect(await ask(await serveBytes(''))).toMatchObject({
      kind: 'reset',
      detail: expect.stringMatching(/socket hang up/),
    });
  });

  test('that nobody takes is told as such', async () => {
    expect(await ask(await deafUrl())).toMatchObject({
      kind: 'connect',
      detail: expect.stringMatching(/ECONNREFUSED/),
    });
    expect(await ask('http://no-such-host.invalid')).toMatchObject({ kind: 'connect' });
  });

  test.each<[boolean, string, (socket: Socket, turn: number, ofConnection: number) => void]>([
    [false, 'answers all', respond],
    [false, 'closes every connection after its answer', (socket) => respond(socket).end()],
    [
      false,
      'closes a connection after its third answer',
      (socket, _, turn) => (turn < 3 ? respond(socket) : respond(socket).end()),
    ],
    [false, 'closes what is idle', (socket) => void setTimeout(() => respond(socket).end(), 2)],
    [
      true,
      'answers no second request of a connection',
      (socket, _, turn) => (turn < 2 ? respond(socket) : socket.destroy()),
    ],
    [true, 'drops every fifth request', (socket, turn) => (turn % 5 > 0 ? respond(socket) : socket.destroy())],
  ])('dropped are requests (%s) by a service that %s', async (drops, _, then) => {
    let all = 0;
    const url = await serveRaw((socket) => {
      let own = 0;
      socket.on('data', () => then(socket, ++all, ++own));
    });
    const requests = Array.from({ length: 12 }, () => request());
    expect(await open(url).dropsRequests(requests, still)).toBe(drops);
  });
});

function respond(socket: Socket): Socket {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  return socket;
}

describe('what is no whole HTTP answer is a fault', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  test.each<[string, string, TransportError['kind']]>([
    ['bytes that are not HTTP', 'hello\r\n\r\n', 'malformed'],
    ['a TLS alert', '\u0015\u0003\u0001\u0000\u0002\u0002\u0050', 'malformed'],
    ['a status that is no number', 'HTTP/1.1 OK\r\n\r\n', 'malformed'],
    ['a header without a colon', `${ok}hello\r\n\r\n`, 'malformed'],
    ['a length that is no number', `${ok}content-length: many\r\n\r\nabc`, 'malformed'],
    ['two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, 'malformed'],
    ['a chunk size that is no number', `${ok}transfer-encoding: chunked\r\n\r\nsize\r\nabc\r\n0\r\n\r\n`, 'malformed'],
    ['more bytes than announced', `${ok}content-length: 3\r\n\r\nabcdef`, 'malformed'],
    ['a second response', `${ok}content-length: 1\r\n\r\na${ok}content-length: 1\r\n\r\nb`, 'malformed'],
    ['headers of a megabyte', `${ok}x: ${'x'.repeat(1 << 20)}\r\n\r\n`, 'malformed'],
    ['an end inside of the headers', `${ok}content-ty`, 'reset'],
    ['fewer bytes than announced', `${ok}content-length: 10\r\n\r\nabc`, 'truncated'],
    ['chunks without the last one', `${ok}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`, 'truncated'],
    ['an end inside of a chunk', `${ok}transfer-encoding: chunked\r\n\r\n9\r\nabc`, 'truncated'],
    [
      'a switch to another protocol',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'malformed',
    ],
  ])('%s', async (_, bytes, fault) => {
    expect(await ask(await serveBytes(bytes))).toMatchObject({ kind: fault, detail: expect.stringMatching(/\w/) });
  });

  test('bytes behind an answer are told as such, not as the next answer that they are read for', async () => {
    const detail = /^more bytes behind the end of the answer than its length announces \(Parse Error: /;
    expect(await ask(await serveBytes(`${ok}content-length: 3\r\n\r\nabcdef`))).toMatchObject({
      detail: expect.stringMatching(detail),
    });
  });

  test('with what had arrived of it', async () => {
    const answer = await ask(await serveBytes(`${ok}x: y\r\ncontent-length: 10\r\n\r\nabc`));
    expect(answer).toMatchObject({ partial: { status: 200, complete: false, body: Buffer.from('abc') } });
  });

  test('a body without end is read up to the limit, and the connection is closed', async () => {
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
    const answer = await ask(url, {}, { maxBodyBytes: 1 << 20 });
    await Promise.all(closed);
    expect(answer).toMatchObject({ kind: 'too-large', partial: { status: 200, complete: false } });
    const kept = 'partial' in answer ? answer.partial?.body : undefined;
    expect([kept?.length, kept?.buffer.byteLength]).toEqual([64 * 1024, 64 * 1024]);
    expect([closed.length, sent < 32 << 20]).toEqual([1, true]);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['never comes', () => undefined],
    ['stops inside of its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nx:')],
    ['stops inside of its body', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')],
    ['comes a byte at a time, forever', trickle],
  ])('an answer that %s is a timeout', async (_, answer) => {
    const url = await serveRaw((socket) => socket.once('data', () => answer(socket)));
    const fault = await ask(url, {}, { timeoutMs: 150 });
    expect(fault).toMatchObject({ kind: 'timeout', detail: 'no whole answer within 150 ms' });
    expect(fault.durationMs).toBeGreaterThan(140);
  });
});

/** Bytes that keep a connection busy without ever ending a message. */
function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 20);
  socket.once('close', () => clearInterval(timer));
}

describe('a run that is stopped', () => {
  test('ends a request that waits for its answer', async () => {
    const controller = new AbortController();
    const url = await serveRaw((socket) => socket.once('data', () => controller.abort()));
    expect(await open(url).send(request(), controller.signal)).toMatchObject({ kind: 'aborted' });
  });

  test('sends nothing more', async () => {
    let count = 0;
    const url = await serve((_, response) => {
      count++;
      response.end();
    });
    expect(await open(url).send(request(), AbortSignal.abort())).toMatchObject({ kind: 'aborted' });
    expect(count).toBe(0);
  });

  test('leaves no listener behind on its signal', async () => {
    const url = await serve((_, response) => response.end());
    const { signal } = new AbortController();
    const target = open(url);
    for (let i = 0; i < 20; i++) await target.send(request(), signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
