import { expect, onTestFinished, test } from 'vitest';
import type { HttpRequest, HttpResponse, TransportError } from '../../harness/core/model.ts';
import { createHttpClient } from '../../harness/http/client.ts';
import { startMock } from '../../harness/mock/mock.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { startRelay, type TransportBehavior, withTransportBehavior } from '../../harness/prove/relay.ts';

const request: HttpRequest = {
  method: 'POST',
  path: '/turtles',
  headers: [['content-type', 'application/json']],
  body: Buffer.from('{"id":1,"name":"Tuga"}'),
};

async function send(behavior: TransportBehavior): Promise<HttpResponse | TransportError> {
  const mock = await startMock({
    contract: loadContract('spec/openapi.yaml'),
    intercept: { onResponse: (received, _, response) => withTransportBehavior(response, received, behavior) },
  });
  const relay = await startRelay(mock.port);
  const target = createHttpClient({ baseUrl: relay.url, timeoutMs: behavior === 'never' ? 100 : 5000, connections: 1 });
  onTestFinished(async () => {
    await target.close();
    await relay.close();
    await mock.close();
  });
  return target.send(request, new AbortController().signal);
}

test.each<[TransportBehavior, TransportError['kind']]>([
  ['reset', 'reset'],
  ['close', 'reset'],
  ['truncated', 'truncated'],
  ['malformed', 'malformed'],
  ['never', 'timeout'],
])('a lost response is a transport error: %s', async (behavior, fault) => {
  expect(await send(behavior)).toMatchObject({ kind: fault });
});

test.each<[TransportBehavior, RegExp]>([
  ['slow', /content-length: 22/],
  ['chunked', /transfer-encoding: chunked/],
  ['until close', /^(?!.*content-length).*connection: close/s],
  ['hang up', /content-length: 22/],
  ['early hints', /content-length: 22/],
])('a response with unusual transport arrives complete, without the relay header: %s', async (behavior, headers) => {
  const response = await send(behavior);
  if ('kind' in response) throw new Error(response.detail);
  expect(Buffer.from(response.body).toString()).toBe('{"id":1,"name":"Tuga"}');
  expect(response).toMatchObject({ status: 200, complete: true });
  const head = response.headers.map((header) => header.join(': ')).join('\n');
  expect(head).toMatch(headers);
  expect(head).not.toContain('x-relay-behavior');
});
