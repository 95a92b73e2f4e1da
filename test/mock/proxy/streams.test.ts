import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../../harness/mock/mock.ts';
import type { MockRequest } from '../../../harness/mock/request-log.ts';
import { serve } from '../../servers.ts';
import { STREAMS } from '../streams/documents.ts';

const event = (count: number) => `data: {"count":${count},"unit":"s"}\n\n`;

test('a stream passes item by item, and what of it passed is checked when its client leaves', async () => {
  const backend = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(event(1) + event(-1));
  });
  let log: (request: MockRequest) => void = () => {};
  const logged = new Promise<MockRequest>((resolve) => {
    log = resolve;
  });
  const mock = await startMock({ spec: STREAMS, proxy: backend, log });
  onTestFinished(() => mock.close());
  const request = get(`${mock.url}/events`);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const [chunk] = (await once(response, 'data')) as [Buffer];
  expect(chunk.toString()).toBe(event(1) + event(-1));
  request.destroy();
  const { source, violations } = await logged;
  expect([source, ...violations]).toEqual([
    'backend',
    '/data/count of item 2 of the 200 stream must be at least 0, got -1',
  ]);
});
