import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { bodyOf } from '../servers.ts';
import { STREAMS } from './streams/documents.ts';
import { closeMocks, openMock, type TestMock } from './world/client.ts';

const LIBRARY = 'fixtures/crud/documents/library.yaml';
const sessions: ClientHttp2Session[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  await closeMocks();
});

function open({ url, certificate }: TestMock): ClientHttp2Session {
  const session = connect(url, { ca: certificate ?? '' });
  session.on('error', () => {});
  sessions.push(session);
  return session;
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function send(session: ClientHttp2Session, headers: object, ...chunks: string[]): Promise<Received> {
  const stream = session.request({ ...headers }, { endStream: chunks.length === 0 });
  for (const chunk of chunks) stream.write(chunk);
  if (chunks.length > 0) stream.end();
  const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  return { headers: received, body: (await bodyOf(stream as never)).toString() };
}

const POST = { ':method': 'POST', ':path': '/authors', 'content-type': 'application/json' };

describe('a mock over HTTP/2', () => {
  test('responds to many requests of one connection, with the body in pieces and no header of a connection', async () => {
    const mock = await openMock({ spec: LIBRARY, https: true });
    const session = open(mock);
    const created = await send(session, POST, '{"name":', '"Ann"}');
    expect(created.headers[':status']).toBe(201);
    expect(created.headers).not.toHaveProperty('connection');
    expect(created.headers).not.toHaveProperty('keep-alive');
    expect(JSON.parse(created.body)).toMatchObject({ name: 'Ann' });
    const location = created.headers.location ?? '';
    const paths = Array.from({ length: 20 }, () => ({ ':path': new URL(location, mock.url).pathname }));
    const read = await Promise.all(paths.map((headers) => send(session, headers)));
    expect(new Set(read.map(({ body }) => body))).toEqual(new Set([created.body]));
    expect(mock.requests.at(-1)?.headers).toMatchObject({ host: new URL(mock.url).host });
    expect(Object.keys(mock.requests.at(-1)?.headers ?? {}).filter((name) => name.startsWith(':'))).toEqual([]);
  });

  test('responds to HEAD as to GET, without the body', async () => {
    const session = open(await openMock({ spec: LIBRARY, https: true }));
    const { headers: got, body } = await send(session, { ':path': '/authors' });
    const { headers, body: none } = await send(session, { ':method': 'HEAD', ':path': '/authors' });
    expect(none).toBe('');
    expect({ ...headers, date: '' }).toEqual({ ...got, date: '' });
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  test('rejects what is invalid, and other host names, as over HTTP/1.1', async () => {
    const session = open(await openMock({ spec: LIBRARY, https: true }));
    expect((await send(session, POST, '{"name":7}')).headers[':status']).toBeGreaterThanOrEqual(400);
    expect((await send(session, { ':path': '/nowhere' })).headers[':status']).toBe(404);
    expect((await send(session, { ':path': '/authors', ':authority': 'evil.example' })).headers[':status']).toBe(421);
  });

  test('resets the stream of a response that is to end without one', async () => {
    const mock = await openMock({ spec: LIBRARY, https: true });
    const session = open(mock);
    mock.once('listAuthors', { abort: true });
    const stream = session.request({ ':path': '/authors' });
    stream.on('error', () => {});
    await new Promise<void>((resolve) => stream.on('close', resolve));
    expect(stream.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR);
    expect((await send(session, { ':path': '/authors' })).headers[':status']).toBe(200);
  });

  test('sends several headers of one name', async () => {
    const mock = await openMock({ spec: LIBRARY, https: true });
    mock.use('listAuthors', { headers: { 'set-cookie': 'a=1', connection: 'close', 'x-a': 'ü' } });
    const { headers } = await send(open(mock), { ':path': '/authors' });
    expect(headers).toMatchObject({ ':status': 200, 'set-cookie': ['a=1'], 'x-a': '%C3%BC' });
    expect(headers).not.toHaveProperty('connection');
  });

  test('sends a stream, and ends it if the client goes', async () => {
    const mock = await openMock({ spec: STREAMS, https: true, streams: { items: 3, intervalMs: 1 } });
    const session = open(mock);
    const { headers, body } = await send(session, { ':path': '/events' });
    expect(headers).toMatchObject({ ':status': 200, 'content-type': expect.stringContaining('text/event-stream') });
    expect(headers).not.toHaveProperty('content-length');
    expect(body).toMatch(/^data:/m);
    const left = session.request({ ':path': '/events' });
    await once(left, 'response');
    left.close(constants.NGHTTP2_CANCEL);
    expect((await send(session, { ':path': '/events' })).headers[':status']).toBe(200);
  });

  test('closes with connections that are open, after the responses to them', async () => {
    const mock = await openMock({ spec: LIBRARY, https: true, delay: { min: 50, max: 50 } });
    const session = open(mock);
    const response = send(session, { ':path': '/authors' });
    await once(session, 'connect');
    const silent = connectTls({ port: mock.port, host: '127.0.0.1', ALPNProtocols: ['h2'], ca: mock.certificate });
    await once(silent, 'secureConnect');
    await mock.close();
    await response.catch(() => undefined);
    if (!session.closed) await once(session, 'close');
  });

  test.each([[undefined], [{ proxy: 'http://127.0.0.1:9' }]])(
    'speaks HTTP/1.1 with others, and beside a backend %j',
    async (more) => {
      const mock = await openMock({ spec: LIBRARY, https: true, ...more });
      const socket = connectTls({
        port: mock.port,
        host: '127.0.0.1',
        ALPNProtocols: more ? ['h2', 'http/1.1'] : ['http/1.1'],
        ca: mock.certificate,
      });
      await once(socket, 'secureConnect');
      expect(socket.alpnProtocol === 'h2').toBe(false);
      socket.destroy();
      const sent = request(`${mock.url}/__mock/info`, { ca: mock.certificate }).end();
      const [response] = await once(sent, 'response');
      expect([response.statusCode, response.httpVersion]).toEqual([200, '1.1']);
      response.resume();
    },
  );
});
