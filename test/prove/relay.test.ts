import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../harness/openapi/load.ts';
import { startMock } from '../../harness/mock/mock.ts';
import type { Answer, Fault, Request } from '../../harness/core/model.ts';
import { type Delivery, delivered, openWire } from '../../harness/prove/relay.ts';
import { createHttpTarget } from '../../harness/http/client.ts';

const request: Request = {
  method: 'POST',
  path: '/turtles',
  headers: [['content-type', 'application/json']],
  body: Buffer.from('{"id":1,"name":"Tuga"}'),
};

async function send(delivery: Delivery): Promise<Answer | Fault> {
  const mock = await startMock({
    contract: loadContract('spec/openapi.yaml'),
    intercept: { answered: (received, _, answer) => delivered(answer, received, delivery) },
  });
  const wire = await openWire(mock.port);
  const target = createHttpTarget({ baseUrl: wire.url, timeout: delivery === 'never' ? 100 : 5000, connections: 1 });
  onTestFinished(async () => {
    await target.close();
    await wire.close();
    await mock.close();
  });
  return target.send(request, new AbortController().signal);
}

test.each<[Delivery, Fault['fault']]>([
  ['reset', 'reset'],
  ['close', 'reset'],
  ['cut', 'cut'],
  ['garbage', 'garbage'],
  ['never', 'timeout'],
])('an answer that is lost never arrives: %s', async (delivery, fault) => {
  expect(await send(delivery)).toMatchObject({ fault });
});

test.each<[Delivery, RegExp]>([
  ['slow', /content-length: 22/],
  ['chunked', /transfer-encoding: chunked/],
  ['until close', /^(?!.*content-length).*connection: close/s],
  ['hang up', /content-length: 22/],
  ['early hints', /content-length: 22/],
])('an answer that takes an unusual way arrives whole, without the note to the wire: %s', async (delivery, headers) => {
  const answer = await send(delivery);
  if ('fault' in answer) throw new Error(answer.detail);
  expect(Buffer.from(answer.bytes).toString()).toBe('{"id":1,"name":"Tuga"}');
  expect(answer).toMatchObject({ status: 200, complete: true });
  const head = answer.headers.map((header) => header.join(': ')).join('\n');
  expect(head).toMatch(headers);
  expect(head).not.toContain('x-delivery');
});
