import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../../harness/mock/mock.ts';
import { Browser, executablePath, noChromium } from '../../chromium.ts';
import { STREAMS } from './documents.ts';

describe.skipIf(executablePath === undefined)(`EventSource of a browser ${noChromium}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await Browser.launch();
  });
  afterAll(() => browser.close());

  test('receives the events of the mock, and those after the last one when it connects again', async () => {
    const mock = await startMock({ spec: STREAMS, streams: { intervalMs: 5 } });
    onTestFinished(() => mock.close());
    const { page } = await browser.visit(`${mock.url}/__mock`);
    const received = await page.evaluate(receive, { url: `${mock.url}/events`, count: 5 });
    expect(received.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
    for (const { data } of received)
      expect(JSON.parse(data)).toEqual({ count: expect.any(Number), unit: expect.any(String) });
    const asked = mock.requests.filter(({ path }) => path === '/events').map(({ headers }) => headers['last-event-id']);
    expect(asked).toEqual([undefined, '3']);
  });

  test('receives what a test chooses, as named events', async () => {
    const mock = await startMock({ spec: STREAMS });
    onTestFinished(() => mock.close());
    mock.use('events', { items: [{ event: 'tick', id: 'a', data: 'one\ntwo' }] });
    const { page } = await browser.visit(`${mock.url}/__mock`);
    const received = await page.evaluate(receive, { url: `${mock.url}/events`, count: 1 });
    expect(received).toEqual([{ id: 'a', data: 'one\ntwo' }]);
  });
});

/** Runs in the browser: the first events named `tick`. */
function receive({ url, count }: { url: string; count: number }): Promise<{ id: string; data: string }[]> {
  return new Promise((resolve) => {
    const received: { id: string; data: string }[] = [];
    const source = new EventSource(url);
    source.addEventListener('tick', (event) => {
      const { lastEventId, data } = event as unknown as { lastEventId: string; data: string };
      received.push({ id: lastEventId, data });
      if (received.length < count) return;
      source.close();
      resolve(received);
    });
  });
}
