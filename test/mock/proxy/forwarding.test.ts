import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { bodyOf, deafUrl, serve, serveRaw } from '../../servers.ts';
import { closeMocks, openMock } from '../world/client.ts';
import { NOTES, recordingBackend, respondJson } from './backend.ts';

afterEach(closeMocks);

/** Sends bytes to a mock in front of a backend and returns all that comes back until the connection ends. */
async function through(backend: string, bytes: string): Promise<string> {
  const mock = await openMock({ spec: NOTES, proxy: backend, cors: false });
  const socket = connect(mock.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

describe('a message that passes through', () => {
  test('keeps its bytes: names as they are written, repeated fields, odd values, JSON as it was spelled', async () => {
    const body = '{"id" : 1e0, "text":"caf\xe9"}';
    const head = `HTTP/1.1 200 Quite fine\r\ncontent-TYPE: application/json\r\nX-Twice: 1\r\nX-Twice: 2\r\nX-Odd: \xe9\r\n`;
    const backend = await serveRaw((socket) =>
      socket.once('data', () => socket.end(`${head}Content-Length: ${body.length}\r\n\r\n${body}`, 'latin1')),
    );
    const received = await through(backend, 'GET /notes/1 HTTP/1.1\r\nHost: a.localhost\r\nConnection: close\r\n\r\n');
    expect(received).toBe(`${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
  });

  test('loses what is about one connection, and only that', async () => {
    const { url, received } = await recordingBackend((_request, response) => {
      response.setHeader('connection', 'close, x-drop');
      response.writeHead(200, { 'x-drop': '1', 'x-keep': '1', 'content-type': 'application/json' }).end('[]');
    });
    const text = await through(
      url,
      'GET /notes?a=%41+b HTTP/1.1\r\nHost: a.localhost\r\nConnection: close, X-Gone\r\nX-Gone: 1\r\nTE: trailers\r\nX-Stays: 1\r\n\r\n',
    );
    expect(text).toMatch(/x-keep: 1/i);
    expect(text).not.toMatch(/x-drop/i);
    expect(received[0]?.url).toBe('/notes?a=%41+b');
    expect(received[0]?.headers).toMatchObject({ 'x-stays': '1', host: new URL(url).host });
    for (const gone of ['x-gone', 'te']) expect(received[0]?.headers).not.toHaveProperty(gone);
  });

  test('says on its way to the backend through whom it came (RFC 9110 section 7.6.3, RFC 7239)', async () => {
    const { url, received } = await recordingBackend(respondJson(200, []));
    await through(url, 'GET /notes HTTP/1.1\r\nHost: a.localhost:1\r\nVia: 1.0 first\r\nConnection: close\r\n\r\n');
    expect(received[0]?.headers).toMatchObject({
      via: expect.stringMatching(/^1\.0 first, 1\.1 contract-mock-[0-9a-f]+$/),
      forwarded: 'for=127.0.0.1;host="a.localhost:1";proto=http',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'a.localhost:1',
    });
  });

  test('has the length and the coding that it had', async () => {
    const { url, received } = await recordingBackend(respondJson(201, { id: 1, text: 'a' }));
    const mock = await openMock({ spec: NOTES, proxy: url });
    const sent = httpRequest(`${mock.url}/notes`, { method: 'POST', headers: { 'content-type': 'application/json' } });
    sent.write('{"text":');
    sent.end('"a"}');
    await once(sent, 'response');
    await fetch(`${mock.url}/notes`, { method: 'POST' });
    expect(received[0]?.headers['transfer-encoding']).toBe('chunked');
    expect(received[0]?.body.toString()).toBe('{"text":"a"}');
    expect(received[1]?.headers['content-length']).toBe('0');
  });

  test('leads a client that follows Location through the proxy again', async () => {
    const { url } = await recordingBackend((request, response) => {
      const location = { '/notes/1': `${url}/notes/2`, '/notes/2': 'http://elsewhere.example/x' }[request.url ?? ''];
      response.writeHead(302, { location: location ?? '' }).end();
    });
    const mock = await openMock({ spec: NOTES, proxy: url });
    const locationOf = async (path: string) =>
      (await fetch(mock.url + path, { redirect: 'manual' })).headers.get('location');
    expect(await locationOf('/notes/1')).toBe(`${mock.url}/notes/2`);
    expect(await locationOf('/notes/2')).toBe('http://elsewhere.example/x');
  });

  test('takes interim responses, an expectation and trailers along', async () => {
    const url = await serve(async (request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      await bodyOf(request);
      response.writeHead(200, { trailer: 'x-sum', 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
      response.write('[]');
      response.addTrailers({ 'x-sum': '2' });
      response.end();
    });
    const mock = await openMock({ spec: NOTES, proxy: url });
    const headers = { expect: '100-continue', 'content-type': 'application/json' };
    const sent = httpRequest(`${mock.url}/notes`, { method: 'POST', headers });
    const hints: unknown[] = [];
    sent.on('information', ({ statusCode, headers: { link } }) => hints.push([statusCode, link]));
    sent.once('continue', () => sent.end('{"text":"a"}'));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect((await bodyOf(response)).toString()).toBe('[]');
    expect(response.trailers).toEqual({ 'x-sum': '2' });
    expect(hints).toContainEqual([103, '</a.css>; rel=preload']);
  });
});

describe('a stream', () => {
  test('passes event by event', async () => {
    let finish: () => void = () => {};
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      finish = () => response.end('data: 2\n\n');
    });
    const mock = await openMock({ spec: NOTES, proxy: url });
    const reader = (await fetch(`${mock.url}/events`)).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 1\n\n');
    finish();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 2\n\n');
    expect((await reader?.read())?.done).toBe(true);
  });

  test('that the client leaves is ended at the backend too', async () => {
    let leave: () => void = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      response.on('close', leave);
    });
    const mock = await openMock({ spec: NOTES, proxy: url });
    const sent = httpRequest(`${mock.url}/events`).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response, 'data');
    sent.on('error', () => {}).destroy();
    await left;
    while (mock.requests.length === 0) await turn();
    expect(mock.requests[0]).toMatchObject({ status: 200, violations: [], source: 'backend' });
  });

  test('of an upload larger than what is kept arrives whole, and waits for a slow backend', async () => {
    const size = 40 * 1024 * 1024;
    let received = 0;
    const opening = new AbortController();
    const opened = once(opening.signal, 'abort');
    const url = await serve(async (request, response) => {
      await opened;
      for await (const chunk of request) received += (chunk as Buffer).length;
      response.writeHead(204).end();
    });
    const mock = await openMock({ spec: NOTES, proxy: url });
    const before = process.memoryUsage().arrayBuffers;
    const headers = { 'content-type': 'application/octet-stream', 'content-length': size };
    const sent = httpRequest(`${mock.url}/files`, { method: 'PUT', headers });
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    let written = 0;
    while (written < size && sent.write(chunk)) written += chunk.length;
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024);
    written += chunk.length;
    opening.abort();
    for (; written < size; written += chunk.length) if (!sent.write(chunk)) await once(sent, 'drain');
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(204);
    expect(received).toBe(size);
    expect(mock.requests[0]?.problems).toEqual([]);
  });
});

describe('a response that goes wrong', () => {
  const broken: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('[1,');
    setImmediate(() => response.destroy());
  };

  test('in its middle is cut short for the client, too', async () => {
    const text = await through(await serve(broken), 'GET /notes HTTP/1.1\r\nHost: a.localhost\r\n\r\n');
    expect(text).toMatch(/content-length: 100\r\n[\s\S]*\r\n\r\n\[1,$/i);
  });

  test('before its start ends the connection of the client, too', async () => {
    const url = await serveRaw((socket) => socket.once('data', () => socket.destroy()));
    expect(await through(url, 'GET /notes HTTP/1.1\r\nHost: a.localhost\r\n\r\n')).toBe('');
  });

  test('for want of a backend is a 502 that says so', async () => {
    const url = await deafUrl();
    const mock = await openMock({ spec: NOTES, proxy: url });
    const { status, body } = await mock.send('GET', '/notes');
    expect(status).toBe(502);
    expect(body).toMatchObject({ detail: expect.stringContaining(`the backend ${url} cannot be reached`) });
  });
});

describe('another protocol', () => {
  const handshake =
    'GET /chat HTTP/1.1\r\nHost: a.localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n\r\n';

  test('is spoken through the proxy once the backend has switched (RFC 9110 section 7.8)', async () => {
    const url = await serveRaw((socket) => {
      socket.once('data', (head: Buffer) => {
        expect(head.toString()).toMatch(/\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n/i);
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello ');
        socket.on('data', (chunk: Buffer) => socket.end(`echo ${chunk.toString()}`));
      });
    });
    const mock = await openMock({ spec: NOTES, proxy: url });
    const socket = connect(mock.port, '127.0.0.1');
    socket.write(handshake);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('hello ')) socket.write('ping');
    });
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n[\s\S]*\r\n\r\nhello echo ping$/);
    expect(mock.requests[0]).toMatchObject({ status: 101, source: 'backend' });
  });

  test('is not spoken by a backend that does not switch, nor by the mock', async () => {
    const { url } = await recordingBackend(respondJson(426, { message: 'no' }));
    expect(await through(url, handshake)).toMatch(/^HTTP\/1\.1 426 [\s\S]*\r\n\r\n\{"message":"no"\}$/);
    const mock = await openMock({ spec: NOTES, proxy: { url, only: ['listNotes'] } });
    const socket = connect(mock.port, '127.0.0.1');
    socket.write(handshake);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 404/);
    socket.destroy();
  });
});
