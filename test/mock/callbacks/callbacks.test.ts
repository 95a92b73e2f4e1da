import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Mock, type MockOptions, startMock, verify } from '../../../harness/index.ts';

const SPEC = join(import.meta.dirname, 'subscriptions.yaml');

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Receives callbacks until the test is over; `statuses` are those of its responses in turn, the last one stays. */
async function receive(...statuses: number[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    const { method, url, headers } = request;
    const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
    received.push({ method, url, headers, body: await text(request) });
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? '' : '{"seen":true}');
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function start(options: MockOptions = {}): Promise<Mock> {
  const mock = await startMock({ spec: SPEC, ...options });
  onTestFinished(() => mock.close());
  return mock;
}

async function order(mock: Mock, body: object, { query = '', headers = {} } = {}): Promise<Response> {
  const response = await fetch(`${mock.url}/orders/eu${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  await mock.callbacksSent();
  return response;
}

describe('callbacks', () => {
  test('are sent to the URL that the request names, with a valid body that agrees with the response', async () => {
    const { url, received } = await receive(200);
    const mock = await start();
    const created = (await (await order(mock, { item: 'book', callbackUrl: `${url}/hooks` })).json()) as { id: number };
    expect(received).toMatchObject([{ method: 'POST', url: '/hooks/paid/eu' }]);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ id: created.id, event: 'paid' });
    const [paid, audit] = mock.callbacks;
    expect(mock.callbacks).toHaveLength(2);
    expect([paid, audit].find((each) => each?.callback === 'onPaid')).toMatchObject({
      cause: 1,
      attempts: 1,
      problems: [],
    });
  });

  test('of a component are read, with the URL in the query, and one without a URL says so', async () => {
    const { url, received } = await receive(204);
    const mock = await start();
    await order(mock, { item: 'book' }, { query: `?auditUrl=${encodeURIComponent(`${url}/a?b=c`)}` });
    expect(received).toMatchObject([{ method: 'PUT', url: '/a?b=c' }]);
    const paid = mock.callbacks.find(({ callback }) => callback === 'onPaid');
    expect(paid?.problems).toEqual(['not sent: {$request.body#/callbackUrl}/paid/{$request.path.region} gives no URL']);
  });

  test('are not sent for requests that are rejected', async () => {
    const { url } = await receive(200);
    const mock = await start();
    await order(mock, { callbackUrl: url });
    expect(mock.callbacks).toEqual([]);
  });

  test('stay on this machine, unless a host is allowed, and are not caused by pages of others', async () => {
    const mock = await start();
    await order(mock, { item: 'book', callbackUrl: 'http://hooks.invalid' });
    expect(mock.callbacks.flatMap(({ problems }) => problems)).toContain(
      'not sent: the host hooks.invalid is not allowed; start the mock with --allow-callback-host hooks.invalid',
    );
    const allowing = await start({ callbacks: { allowedHosts: ['hooks.invalid'], retries: 0 } });
    await order(allowing, { item: 'book', callbackUrl: 'http://hooks.invalid' });
    expect(allowing.callbacks.find(({ callback }) => callback === 'onPaid')).toMatchObject({
      attempts: 1,
      response: undefined,
    });
    const { url, received } = await receive(200);
    await order(mock, { item: 'book', callbackUrl: url }, { headers: { origin: 'https://evil.example' } });
    expect(received).toEqual([]);
  });

  test('are sent again after a temporary failure', async () => {
    const { url, received } = await receive(503, 200);
    const mock = await start();
    await order(mock, { item: 'book', callbackUrl: url });
    expect(received).toHaveLength(2);
    expect(mock.callbacks.find(({ callback }) => callback === 'onPaid')).toMatchObject({ attempts: 2, problems: [] });
  });

  test('have their responses checked by the document', async () => {
    const problemsAfter = async (status: number) => {
      const { url } = await receive(status);
      const mock = await start();
      await order(mock, { item: 'book', callbackUrl: url });
      return mock.callbacks.find(({ callback }) => callback === 'onPaid')?.problems;
    };
    expect(await problemsAfter(418)).toEqual(['valid request rejected']);
    expect(await problemsAfter(204)).toContain('undocumented status 204');
  });

  test('can be signed, and wait as long as they are configured to', async () => {
    const { url, received } = await receive(200);
    const prepare = (
      request: Parameters<NonNullable<Exclude<MockOptions['callbacks'], false | undefined>['prepare']>>[0],
    ) => ({
      ...request,
      headers: [...request.headers, ['x-signature', String(request.body?.length)] as const],
    });
    const mock = await start({ callbacks: { prepare, delay: 60 } });
    const begin = performance.now();
    await order(mock, { item: 'book', callbackUrl: url });
    expect(performance.now() - begin).toBeGreaterThan(55);
    expect(received[0]?.headers['x-signature']).toBe(String(received[0]?.body.length));
  });

  test('cause no further ones, and none at all if they are off', async () => {
    const mock = await start();
    await order(mock, { item: 'book', callbackUrl: `${mock.url}/orders/eu?x=` });
    expect(mock.callbacks.filter(({ callback }) => callback === 'onPaid')).toHaveLength(1);
    const off = await start({ callbacks: false });
    await order(off, { item: 'book', callbackUrl: mock.url });
    expect(off.callbacks).toEqual([]);
  });

  test('are in the history of the control interface', async () => {
    const { url } = await receive(200);
    const mock = await start();
    await order(mock, { item: 'book', callbackUrl: url });
    const { callbacks, last } = (await (await fetch(`${mock.controlUrl}/callbacks?after=0`)).json()) as {
      callbacks: Record<string, unknown>[];
      last: number;
    };
    expect(last).toBe(2);
    expect(callbacks.find(({ callback }) => callback === 'onPaid')).toMatchObject({
      status: 200,
      path: `${url}/paid/eu`,
      cause: 1,
    });
  });

  test('do not disturb a run against the built-in mock', async () => {
    expect((await verify({ spec: SPEC, suites: ['generated'] })).verdict).toBe('passed');
  });
});

describe('webhooks', () => {
  test('are sent on demand, from a test and over the control interface', async () => {
    const { url, received } = await receive(204);
    const mock = await start({ callbacks: { webhookUrl: `${url}/stock` } });
    expect(await mock.sendWebhook('stockLow')).toMatchObject({ attempts: 1, problems: [], url: `${url}/stock` });
    const response = await fetch(`${mock.controlUrl}/webhooks/stockLow`, {
      method: 'POST',
      body: JSON.stringify({ url: `${url}/b` }),
    });
    expect(await response.json()).toMatchObject({ status: 204, cause: null });
    expect(received.map((each) => each.url)).toEqual(['/stock', '/b']);
    expect((JSON.parse(received[0]?.body ?? '') as { sku: string }).sku.length).toBeGreaterThanOrEqual(3);
  });

  test('are all that a document needs to be served', async () => {
    const { url, received } = await receive(200);
    const body = {
      content: {
        'application/json': { schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
      },
    };
    const post = { requestBody: { required: true, ...body }, responses: { 200: { description: 'Seen' } } };
    const info = { title: 'Pets', version: '1' };
    const mock = await start({ spec: { openapi: '3.1.0', info, webhooks: { newPet: { post } } } });
    expect((await fetch(`${mock.url}/`)).status).toBe(404);
    expect(await mock.sendWebhook('newPet', url)).toMatchObject({ attempts: 1, problems: [] });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ id: expect.any(Number) });
  });

  test('must be in the document, and need a URL', async () => {
    const mock = await start();
    await expect(mock.sendWebhook('stockLo')).rejects.toThrow('Did you mean stockLow?');
    await expect(mock.sendWebhook('stockLow')).rejects.toThrow('needs a URL');
  });
});
