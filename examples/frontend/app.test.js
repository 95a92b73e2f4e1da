import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { startMock } from 'contract-harness';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { server } from './serve.js';

const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
let browser;
let mock;
let page;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? EXECUTABLES.find((path) => existsSync(path)),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  mock = await startMock({ spec: 'openapi.yaml' });
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(async () => {
  await page.close();
  mock.reset();
});
afterAll(async () => {
  await browser.close();
  await mock.close();
  server.close();
});

const open = () =>
  page.goto(`http://127.0.0.1:${server.address().port}/?api=${mock.url}`, { waitUntil: 'domcontentloaded' });
const contacts = () => page.getByRole('listitem');

async function fill(name, email) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Save' }).click();
}

test('a contact is created, edited and deleted', async () => {
  await open();
  await contacts().first().waitFor();
  const before = await contacts().count();

  await fill('Ada Lovelace', 'ada@example.com');
  await contacts().filter({ hasText: 'Ada Lovelace, ada@example.com' }).waitFor();
  expect(await contacts().count()).toBe(before + 1);

  await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click();
  await fill('Ada King', 'ada@example.com');
  await contacts().filter({ hasText: 'Ada King, ada@example.com' }).waitFor();

  await page.getByRole('button', { name: 'Delete Ada King' }).click();
  await contacts().filter({ hasText: 'Ada King' }).waitFor({ state: 'detached' });
  expect(await contacts().count()).toBe(before);
  // The document is the judge of what the page has sent.
  expect(mock.requests.flatMap(({ problems }) => problems)).toEqual([]);
});

test('what is wrong is shown beside each field, and corrected', async () => {
  await open();
  await fill('', 'no address');
  await page.getByText('Please correct the marked fields.').waitFor();
  expect(await page.locator('#name-error').textContent()).toContain('is required');
  expect(await page.locator('#email-error').textContent()).toContain('must be a valid email');
  await fill('Grace Hopper', 'grace@example.com');
  await contacts().filter({ hasText: 'Grace Hopper' }).waitFor();
  expect(await page.locator('#email-error').textContent()).toBe('');
});

test('there are no contacts', async () => {
  mock.use('listContacts', { body: { items: [], total: 0 } });
  await open();
  await page.getByText('No contacts yet.').waitFor();
});

test('the list is slow', async () => {
  mock.use('listContacts', { delayMs: 1500 });
  await open();
  await page.getByText('Loading…').waitFor();
  await page.getByText(/\d contacts/).waitFor();
});

test('the server has a problem, and later has none', async () => {
  mock.once('listContacts', { status: 503 });
  await open();
  await page.getByText('The server has a problem.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await contacts().first().waitFor();
});

test('the connection breaks', async () => {
  mock.use('createContact', { abort: true });
  await open();
  await fill('Ada Lovelace', 'ada@example.com');
  await page.getByText('The server cannot be reached.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Ada Lovelace');
});

test('the contact was deleted by somebody else', async () => {
  await open();
  await contacts().first().waitFor();
  const before = await contacts().count();
  const [first] = await mock.state.list('contact');
  await fetch(`${mock.url}/contacts/${first.id}`, { method: 'DELETE' });
  await page.getByRole('button', { name: `Delete ${first.name}` }).click();
  await contacts()
    .nth(before - 1)
    .waitFor({ state: 'detached' });
  expect(await contacts().count()).toBe(before - 1);
});
