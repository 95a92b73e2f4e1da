import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkTraffic, startMock } from '../../../harness/index.ts';
import { executablePath, noChromium } from '../../chromium.ts';
import { PETS } from '../../cli/petstore.ts';
import { findingsOf } from './exchanges.ts';

/** What a page sends: a valid request, an invalid one, bytes that a recorder loses, and a form whose body it leaves out. */
const SENT_BY_PAGE = `(async () => {
  const send = (body, type) => fetch('/pets', { method: 'POST', body, ...(type ? { headers: { 'content-type': type } } : {}) })
    .then((response) => response.text());
  await send('{"id":9223372036854775807,"name":"Zoë 😀"}', 'application/json');
  await send('{"id":1}', 'application/json');
  await send(new Uint8Array([0, 255, 1]), 'application/json');
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.bin');
  await send(form);
})()`;

/** Records what a page exchanges with a service, as `recordHar` of Playwright does. */
async function record(url: string, content: 'attach' | 'embed' | 'omit'): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'recorded-')), 'page.har');
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ recordHar: { path, content } });
    const page = await context.newPage();
    await page.goto(`${url}/__mock/info`);
    await page.evaluate(SENT_BY_PAGE);
    await context.close();
  } finally {
    await browser.close();
  }
  return path;
}

describe.skipIf(noChromium !== '')(`a HAR file that Chromium recorded ${noChromium}`, () => {
  test.each(['embed', 'attach', 'omit'] as const)(
    'passes if the service conforms, with content %s',
    async (content) => {
      const mock = await startMock({ spec: PETS });
      onTestFinished(() => mock.close());
      const report = await checkTraffic({ spec: PETS, files: [await record(mock.url, content)] });
      expect(findingsOf(report)).toEqual([]);
      expect(report.operations).toMatchObject([{ sent: 4, accepted: 1, rejected: 3 }]);
      expect(report.verdict).toBe('passed');
      expect(report.notes).toContainEqual(expect.stringMatching(/^not in the document: GET \/__mock\/info/));
    },
  );

  test('shows a violation with the exact number', async () => {
    const mock = await startMock({ spec: PETS });
    onTestFinished(() => mock.close());
    mock.use('createPet', { status: 200, body: { id: 9223372036854775808n.toString(), name: 'Ida' } });
    const report = await checkTraffic({ spec: PETS, files: [await record(mock.url, 'embed')] });
    expect(report.verdict).toBe('failed');
    expect(findingsOf(report).join('\n')).toMatch(/\/id of the 200 response body must be an integer/);
  });
});
