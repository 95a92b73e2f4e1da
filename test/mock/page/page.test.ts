import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../../../harness/mock/mock.ts';
import { axeViolations } from '../../axe.ts';
import { Browser, noChromium, type Opened, type View } from '../../chromium.ts';
import { send } from '../raw-http.ts';

const SPEC = 'fixtures/crud/documents/library.yaml';
const UPLOADS = {
  openapi: '3.1.0',
  info: { title: 'Uploads', version: '1' },
  paths: {
    '/files': {
      post: {
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file', 'kind'],
                properties: {
                  file: { type: 'string', contentMediaType: 'application/pdf' },
                  kind: { enum: ['a', 'b'] },
                },
              },
            },
          },
        },
        responses: { '204': { description: 'ok' } },
      },
    },
  },
};
const SECTIONS = ['Operations', 'Records', 'Requests', 'Settings'];

let mock: Mock;
beforeEach(async () => {
  mock = await startMock({ spec: SPEC });
});
afterEach(() => mock.close());

describe('without a browser', () => {
  test('the page and its files forbid everything that is not of this mock', async () => {
    const { status, headers, body } = await send(mock.port, { method: 'GET', target: '/__mock' });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(body.toString()).not.toMatch(/https?:|<script>|style=|onclick/);
    const script = await send(mock.port, { method: 'GET', target: '/__mock/page/main.js' });
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    for (const target of ['/__mock/page/../page.ts', '/__mock/page/%2e%2e/page.ts', '/__mock/page/page.ts'])
      expect((await send(mock.port, { method: 'GET', target })).status).toBe(404);
  });

  test('a request of the page or to it is not in the history', async () => {
    await send(mock.port, { method: 'GET', target: '/__mock' });
    await send(mock.port, { method: 'GET', target: '/__mock/info' });
    expect(mock.requests).toEqual([]);
  });

  test.each([
    ['http://192.0.2.7:4010', '192.0.2.7:4010', 204],
    ['http://192.0.2.7:4010', '192.0.2.8:4010', 403],
    ['http://other.example:4010', 'localhost:4010', 403],
  ])('a page of %s that sends to %s gets %i', async (origin, host, status) => {
    const request = { method: 'POST', target: '/__mock/reset', headers: { host, origin } };
    expect((await send(mock.port, request)).status).toBe(status);
  });

  test('a form is filled in with a valid request', async () => {
    const { body } = await send(mock.port, { method: 'GET', target: '/__mock/form?operation=createAuthor' });
    const { bodies, bodyRequired } = JSON.parse(body.toString());
    expect(bodyRequired).toBe(true);
    const created = await send(mock.port, {
      target: '/authors',
      headers: { 'content-type': bodies[0].type },
      body: bodies[0].examples[0].text,
    });
    expect(created.status).toBe(201);
  });
});

describe.skipIf(noChromium !== '')(`the page in Chromium${noChromium && ` (${noChromium})`}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await Browser.launch();
  });
  afterAll(() => browser.close());

  async function open(section = 'operations', view: View = {}): Promise<Opened> {
    const opened = await browser.visit(`${mock.url}/__mock#${section}`, view);
    await opened.page.locator('nav[aria-label=Sections] a[aria-current]').waitFor();
    return opened;
  }

  const openOperation = async (page: Page, name: string) => {
    await page.locator('summary', { hasText: name }).first().click();
    await page.locator('details[open] form').first().waitFor();
  };

  test('sends requests to this mock alone, and reports nothing', async () => {
    const { page, messages, requests } = await open();
    for (const name of SECTIONS) await page.getByRole('link', { name, exact: true }).click();
    expect(messages).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(`${mock.url}/__mock`) && !url.startsWith('data:'))).toEqual([]);
    await page.close();
  });

  test.each(
    SECTIONS.flatMap((name) =>
      (['light', 'dark'] as const).map((scheme) => [name, scheme, scheme === 'light' ? 1280 : 360] as const),
    ),
  )('axe finds nothing in %s, %s, %i pixels wide, and nothing is cut off', async (name, scheme, width) => {
    await send(mock.port, { method: 'GET', target: '/authors?limit=x' });
    const { page } = await open(name.toLowerCase(), { scheme, width });
    if (name === 'Requests') await page.locator('.requests li').waitFor();
    if (name === 'Records') await page.locator('tbody tr').first().waitFor();
    if (name === 'Operations') await openOperation(page, '/authors');
    else
      await page.evaluate(
        'document.querySelectorAll("section:not([hidden]) details").forEach((each) => { each.open = true; })',
      );
    expect(await axeViolations(page)).toEqual([]);
    const scrollWidth = await page.evaluate('document.documentElement.scrollWidth');
    expect(scrollWidth).toBeLessThanOrEqual(width);
    await page.close();
  });

  test('several documents are on one page, or each on its own', async () => {
    await mock.close();
    mock = await startMock({ specs: { '/a': SPEC, '/b': SPEC } });
    const { page } = await open('records');
    await page.getByRole('region', { name: 'Records of author of /b' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Library at /b' }).click();
    await page.waitForURL(/document=%2Fb/);
    await page.locator('summary', { hasText: '/b/authors' }).first().waitFor();
    expect(await page.locator('summary', { hasText: '/a/authors' }).count()).toBe(0);
    await openOperation(page, '/b/authors');
    await page.getByRole('button', { name: 'Send GET' }).first().click();
    await page
      .getByRole('region', { name: /^Response of/ })
      .getByText('200 OK')
      .waitFor();
    expect(mock.requests.map(({ path }) => path.replace(/\?.*/, ''))).toEqual(['/b/authors']);
    await page.close();
  });

  test('an operation is tried with the keyboard alone', async () => {
    const { page } = await open();
    await page.getByLabel('Filter operations').focus();
    await page.keyboard.type('createAuthor');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send POST' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Response of createAuthor' }).getByText('201 Created').waitFor();
    expect(mock.requests.at(-1)).toMatchObject({ method: 'POST', status: 201, problems: [] });
    await page.close();
  });

  test.each<string | object>([
    SPEC,
    'test/mock/documents/library.yaml',
    'test/mock/documents/forms.yaml',
    'test/prove/documents/orders.yaml',
    UPLOADS,
  ])('every form of %j is filled in with a request that is valid', async (spec) => {
    await mock.close();
    mock = await startMock({ spec });
    const { page } = await open();
    for (const summary of await page.locator('#operations > details > summary').all()) await summary.click();
    const forms = page.locator('#operations form');
    await expect.poll(() => forms.count()).toBe(await page.locator('#operations > details').count());
    for (const form of await forms.all()) await form.getByRole('button', { name: /^Send/ }).click();
    await expect.poll(() => mock.requests.length).toBe(await forms.count());
    const rejected = mock.requests.filter(({ problems }) => problems.length > 0);
    expect(rejected.map(({ method, path, problems }) => `${method} ${path}: ${problems.join('; ')}`)).toEqual([]);
    await page.close();
  });

  test('an error of the document is forced once, and then for every request', async () => {
    const { page } = await open();
    await openOperation(page, '/authors');
    const form = page.locator('details[open] form').first();
    await form.getByLabel('Response').selectOption({ index: 2 });
    await form.getByRole('button', { name: /^Send/ }).click();
    await page.locator('.result strong.bad').waitFor();
    expect(mock.requests.at(-1)?.headers['prefer']).toMatch(/^code=/);
    await form.getByRole('button', { name: 'Respond so to every request' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: /^Remove the override of/ }).click();
    await page.getByText('None: the mock responds by the document.').waitFor();
    await page.close();
  });

  test('the history shows live why a request was rejected', async () => {
    const { page } = await open('requests');
    await page.getByText('0 requests, 0 with violations').waitFor();
    await send(mock.port, { method: 'GET', target: '/authors?limit=x' });
    await page.getByText('query parameter limit must be an integer, got "x"').first().waitFor();
    await page.getByText('1 requests, 1 with violations').waitFor();
    await page.close();
  });

  test('a record is added and deleted', async () => {
    const { page } = await open('records');
    await page.getByText('Add a record of author').click();
    await page.getByLabel('New record of author (JSON)').fill('{"id": 9007199254740993, "name": "<img src=x>"}');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('<img src=x>').waitFor();
    const authors = page.getByRole('region', { name: 'Records of author' }).getByRole('button', { name: /^Delete/ });
    const before = await authors.count();
    await authors.first().click();
    await page.getByText(/is deleted/).waitFor();
    expect(await authors.count()).toBe(before - 1);
    const { body } = await send(mock.port, { method: 'GET', target: '/__mock/state/author' });
    expect(body.toString()).toContain('9007199254740993');
    await page.close();
  });

  test('failures are switched on and off', async () => {
    const { page } = await open('settings');
    await page.getByLabel('Failing requests (%)').fill('100');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByText('Delays and failures are set.').waitFor();
    expect((await send(mock.port, { method: 'GET', target: '/authors' })).status).toBeGreaterThanOrEqual(429);
    await page.getByRole('button', { name: 'Reset everything' }).click();
    await page.getByText('Everything is as at the start').waitFor();
    expect((await send(mock.port, { method: 'GET', target: '/authors' })).status).toBe(200);
    await page.close();
  });
});
