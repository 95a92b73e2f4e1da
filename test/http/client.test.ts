import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { bodyOf, serve, serveBytes, serveRaw } from '../servers.ts';
import { openClient, request, send, text } from './requests.ts';

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
