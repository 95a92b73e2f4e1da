import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { type Mock, type MockOptions, startMock } from '../../../harness/mock/mock.ts';
import { streamFormatOf } from '../../../harness/openapi/media-type.ts';
import { readStream } from '../../../harness/openapi/streams/read-stream.ts';
import { STREAMS } from './documents.ts';

async function mockOf(options: MockOptions = {}): Promise<Mock> {
  const mock = await startMock({ spec: STREAMS, ...options });
  onTestFinished(() => mock.close());
  return mock;
}

/** The items of a stream that ends. */
async function itemsOf(response: Response): Promise<(JsonValue | undefined)[]> {
  const contentType = response.headers.get('content-type') ?? '';
  const body = new Uint8Array(await response.arrayBuffer());
  const { items, problems } = readStream(streamFormatOf(contentType) ?? 'json-lines', {
    body,
    isCut: false,
    contentType,
  });
  expect(problems).toEqual([]);
  return items.map(({ value }) => value);
}

/** The data of the first events of a stream, whose connection is then closed. */
async function firstChunks(url: string, count: number, headers: Record<string, string> = {}): Promise<string[]> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const chunks: string[] = [];
  for await (const chunk of response.body ?? []) {
    chunks.push(Buffer.from(chunk).toString());
    if (chunks.length === count) break;
  }
  leaving.abort();
  return chunks;
}

const documentOf = (media: object, type = 'text/event-stream', openapi = '3.0.3') => ({
  openapi,
  info: { title: 'Stream', version: '1' },
  paths: {
    '/stream': {
      get: { operationId: 'stream', responses: { 200: { description: 'ok', content: { [type]: media } } } },
    },
  },
});

describe('the mock frames a stream as its media type says', () => {
  test.each(['/events', '/lines', '/sequence', '/parts'])('%s has three items', async (path) => {
    const mock = await mockOf();
    expect(await itemsOf(await fetch(mock.url + path))).toHaveLength(3);
  });

  test('events have the data that the document describes, and ids in turn', async () => {
    const mock = await mockOf();
    const events = await itemsOf(await fetch(`${mock.url}/events`));
    expect(events).toMatchObject([{ event: 'tick', id: '1' }, { id: '2' }, { id: '3' }]);
    const data = events.map((event) => JSON.parse((event as { data: string }).data));
    for (const each of data) expect(each).toEqual({ count: expect.any(Number), unit: expect.stringMatching(/^m?s$/) });
  });

  test('a client that names its last event gets those after it', async () => {
    const mock = await mockOf();
    const events = await itemsOf(await fetch(`${mock.url}/events`, { headers: { 'last-event-id': '7' } }));
    expect(events).toMatchObject([{ id: '8' }, { id: '9' }, { id: '10' }]);
  });

  test('before OpenAPI 3.2, a schema of events describes the JSON in their data', async () => {
    const schema = { type: 'object', required: ['delta'], properties: { delta: { type: 'string' } } };
    const mock = await mockOf({ spec: documentOf({ schema }) });
    const [first] = await itemsOf(await fetch(`${mock.url}/stream`));
    expect(JSON.parse((first as { data: string }).data)).toEqual({ delta: expect.any(String) });
  });

  test('before OpenAPI 3.2, a schema with the fields of events describes those', async () => {
    const schema = { type: 'object', properties: { event: { enum: ['tick'] }, data: { enum: ['tock'] } } };
    const mock = await mockOf({ spec: documentOf({ schema }) });
    expect(await itemsOf(await fetch(`${mock.url}/stream`))).toMatchObject([{ event: 'tick', data: 'tock' }, {}, {}]);
  });

  test.each([
    ['a list', { example: [{ data: 'a' }, { data: 'b' }] }],
    ['the text of a stream', { example: 'data: a\n\ndata: b\n' }],
  ])('an example is sent: %s', async (_, media) => {
    const mock = await mockOf({ spec: documentOf({ schema: { type: 'string' }, ...media }) });
    expect(await itemsOf(await fetch(`${mock.url}/stream`))).toEqual([{ data: 'a' }, { data: 'b' }]);
  });

  test('an array describes the list of its items', async () => {
    const schema = { type: 'array', items: { type: 'object', properties: { n: { const: 1 } }, required: ['n'] } };
    const mock = await mockOf({ spec: documentOf({ schema }, 'application/x-ndjson', '3.1.0') });
    expect(await itemsOf(await fetch(`${mock.url}/stream`))).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
  });
});

describe('the number and the pace of items can be set', () => {
  test('by options of the mock', async () => {
    const mock = await mockOf({ streams: { items: 5 } });
    expect(await itemsOf(await fetch(`${mock.url}/lines`))).toHaveLength(5);
  });

  test('by the request', async () => {
    const mock = await mockOf();
    expect(
      await itemsOf(await fetch(`${mock.url}/lines`, { headers: { prefer: 'items=2, interval=0.01' } })),
    ).toHaveLength(2);
    expect(await itemsOf(await fetch(`${mock.url}/lines?__items=1`))).toHaveLength(1);
  });

  test('an endless stream goes on until the client leaves', async () => {
    const mock = await mockOf({ streams: { items: 'endless', intervalMs: 5 } });
    expect(await firstChunks(`${mock.url}/lines`, 10)).toHaveLength(10);
  });

  test('a mock that closes ends its streams', async () => {
    const mock = await startMock({ spec: STREAMS, streams: { items: 'endless', intervalMs: 600_000 } });
    const response = await fetch(`${mock.url}/lines`);
    const body = response.text();
    await mock.close();
    expect((await body).split('\n')).toHaveLength(2);
  });

  test('only streams have no end', async () => {
    const mock = await mockOf({ spec: documentOf({ schema: { type: 'array', items: {} } }, 'application/json') });
    const response = await fetch(`${mock.url}/stream`, { headers: { prefer: 'items=endless' } });
    expect(response.status).toBe(400);
  });
});

describe('a test chooses the items', () => {
  test('which are sent as they are', async () => {
    const mock = await mockOf();
    mock.use('events', { items: [{ event: 'tick', data: '{"count":1}' }, 'just text'], intervalMs: 1 });
    expect(await itemsOf(await fetch(`${mock.url}/events`))).toEqual([
      { event: 'tick', data: '{"count":1}' },
      { data: 'just text' },
    ]);
  });

  test('over HTTP', async () => {
    const mock = await mockOf();
    const override = { operation: 'lines', items: [{ count: 1, unit: 's' }, { broken: true }] };
    await fetch(`${mock.controlUrl}/overrides`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(override),
    });
    expect(await itemsOf(await fetch(`${mock.url}/lines`))).toEqual([{ count: 1, unit: 's' }, { broken: true }]);
  });

  test('and is told if the operation has no stream', async () => {
    const mock = await mockOf({ spec: documentOf({ schema: {} }, 'application/json') });
    expect(() => mock.use('stream', { items: [] })).toThrow(
      'items: stream has no response that is a stream; give the body',
    );
  });
});
