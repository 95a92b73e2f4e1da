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

async function send(delivery: TransportBehavior): Promise<HttpResponse | TransportError> {
  const mock = await startMock({
    contract: loadContract('spec/openapi.yaml'),
    intercept: { onResponse: (received, _, response) => withTransportBehavior(response, received, delivery) },
  });
  const wire = await startRelay(mock.port);
  const target = createHttpClient({ baseUrl: wire.url, timeoutMs: delivery === 'never' ? 100 : 5000, connections: 1 });
  onTestFinished(async () => {
    await target.close();
    await wire.close();
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
])('an answer that is lost never arrives: %s', async (delivery, fault) => {
  expect(await send(delivery)).toMatchObject({ kind: fault });
});

test.each<[TransportBehavior, RegExp]>([
  ['slow', /content-length: 22/],
  ['chunked', /transfer-encoding: chunked/],
  ['until close', /^(?!.*content-length).*connection: close/s],
  ['hang up', /content-length: 22/],
  ['early hints', /content-length: 22/],
])('an answer that takes an unusual way arrives whole, without the note to the wire: %s', async (delivery, headers) => {
  const response = await send(delivery);
  if ('kind' in response) throw new Error(response.detail);
  expect(Buffer.from(response.body).toString()).toBe('{"id":1,"name":"Tuga"}');
  expect(response).toMatchObject({ status: 200, complete: true });
  const head = response.headers.map((header) => header.join(': ')).join('\n');
  expect(head).toMatch(headers);
  expect(head).not.toContain('x-delivery');
});
