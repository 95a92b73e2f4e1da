import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { curlCommand } from '../../../harness/report/curl/curl.ts';
import { htmlReport } from '../../../harness/report/html/page.ts';
import { redactReport } from '../../../harness/report/redact.ts';
import { Browser, noChromium, type Opened, type View } from '../../chromium.ts';
import { finding, findings, outcome, sampleReport } from '../sample.ts';
import { clauses } from '../sample-clauses.ts';

const options = { secretHeaders: [] };
const many = sampleReport({
  results: Array.from({ length: 20_000 }, (_, index) =>
    outcome({
      case: `lend: case ${index}`,
      ...(index === 19_999 ? { status: 'error', inconclusiveReason: 'nothing listens' } : {}),
    }),
  ),
});

describe.skipIf(noChromium !== '')(`the HTML report in Chromium${noChromium && ` (${noChromium})`}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await Browser.launch();
  });
  afterAll(() => browser.close());

  const open = (view: View = {}, report = sampleReport()): Promise<Opened> =>
    browser.open(htmlReport(report, options), view);
  const rowsOf = ({ page }: Opened) => page.locator('#case-table tbody tr');

  async function timed(opening: () => Promise<Opened>): Promise<{ opened: Opened; durationMs: number }> {
    const begin = performance.now();
    const opened = await opening();
    await rowsOf(opened).first().waitFor();
    return { opened, durationMs: performance.now() - begin };
  }

  test('reports nothing, loads nothing and runs nothing of the service', async () => {
    const opened = await open();
    await opened.page.getByRole('button', { name: 'Open all' }).click();
    expect(await rowsOf(opened).count()).toBe(8);
    expect(opened.messages).toEqual([]);
    expect(opened.requests).toEqual([]);
    await opened.page.close();
  });

  test('has landmarks, one main heading and a name for every control', async () => {
    const { page } = await open();
    for (const role of ['banner', 'navigation', 'main', 'search', 'contentinfo'] as const)
      expect(await page.getByRole(role).count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['✗Failed']);
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Findings',
      'Operations',
      'Contract',
      'Cases',
      'Unspecified behavior',
    ]);
    const snapshot = await page.locator('body').ariaSnapshot();
    expect(snapshot).not.toMatch(/- (button|link|textbox|searchbox|combobox|checkbox|region|table)(:|$)/m);
    expect(snapshot).toContain('- searchbox "Text"');
    expect(snapshot).toContain('- combobox "Operation"');
    await page.close();
  });

  test('is reached by the keyboard from the top: first the findings', async () => {
    const { page } = await open();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the findings');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('location.hash')).toBe('#findings');
    await page.close();
  });

  test('narrows findings and cases by operation, suite, verdict and words, and says how many are left', async () => {
    const opened = await open();
    const { page } = opened;
    const shown = page.locator('#shown');
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('takeBack');
    await expect.poll(() => shown.textContent()).toBe('2 of 4 findings, 3 of 8 cases');
    expect(await page.locator('#operations tbody tr:visible').count()).toBe(1);
    await page.getByLabel('failed').uncheck();
    await expect.poll(() => shown.textContent()).toBe('1 of 4 findings, 2 of 8 cases');
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('all');
    await page.getByRole('combobox', { name: 'Suite' }).selectOption('examples');
    await expect.poll(() => shown.textContent()).toBe('0 of 4 findings, 2 of 8 cases');
    expect(await page.locator('#no-findings').isVisible()).toBe(true);
    await page.getByRole('combobox', { name: 'Suite' }).selectOption('all');
    await page.getByLabel('failed').check();
    await page.getByLabel('Text').fill('ECONNREFUSED');
    await expect.poll(() => shown.textContent()).toBe('0 of 4 findings, 1 of 8 cases');
    expect(await rowsOf(opened).textContent()).toMatch(/not sent.*gone.*takeBack/);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => shown.textContent()).toBe('4 findings, 8 cases');
    expect(await page.evaluate('document.activeElement.id')).toBe('filter-operation');
    await page.close();
  });

  test('says at its head where the trouble is, and leads to the findings of that operation', async () => {
    const { page } = await open();
    const where = page.getByRole('list', { name: 'Failing operations' });
    expect(await where.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/POST \/loans lend violated: .+, and 1 other clause$/),
      expect.stringMatching(/POST \/returns takeBack violated: .+/),
    ]);
    await where.getByRole('link', { name: 'POST /returns' }).click();
    await expect.poll(() => page.locator('#shown').textContent()).toBe('2 of 4 findings, 3 of 8 cases');
    expect(await page.evaluate('location.hash')).toBe('#findings');
    await page.close();
  });

  test('draws the clauses against the text of the document, for one operation too', async () => {
    const { page } = await open();
    const line = page.locator(`#line-0-${clauses.number.location.line}`);
    expect(await line.getAttribute('class')).toBe('line violated');
    expect(await page.locator(`#line-0-${clauses.branch.location.line}`).getAttribute('class')).toBe('line covered');
    expect(await page.locator(`#line-0-${clauses.range.location.line}`).getAttribute('class')).toBe('line uncovered');
    expect(await page.locator('#line-0-1').getAttribute('class')).toBe('line');
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('takeBack');
    await expect.poll(() => line.getAttribute('class')).toBe('line ');
    await page.close();
  });

  test('leads from a finding to its line and from a case to its finding', async () => {
    const { page } = await open();
    await page.locator('#finding-1 .message a').click();
    const line = page.locator(`#line-0-${clauses.number.location.line}`);
    await expect.poll(() => line.getAttribute('open')).toBe('');
    expect(await line.getByText('member number is an integer').first().isVisible()).toBe(true);
    await page.getByRole('link', { name: 'finding 3' }).click();
    await expect.poll(() => page.locator('#finding-3 details').getAttribute('open')).toBe('');
    await page.close();
  });

  test('copies the command that repeats a finding', async () => {
    const { page } = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('#finding-1').getByRole('button', { name: 'Copy the curl command' }).click();
    await expect.poll(() => page.locator('#finding-1 .copy').textContent()).toContain('Copied');
    const { target, findings: shown } = redactReport(sampleReport(), []);
    const sent = shown[0]?.exchange?.request;
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(sent && curlCommand(target, sent));
    await page.close();
  });

  test('is quick with 20,000 cases', async () => {
    const few = await timed(() => open());
    const all = await timed(() => open({}, many));
    expect(all.durationMs).toBeLessThan(few.durationMs * 10 + 2000);
    const { opened } = all;
    const { page } = opened;
    expect(await rowsOf(opened).count()).toBe(100);
    expect(await rowsOf(opened).first().textContent()).toContain('not sent');
    expect(await quickest(page, 'filter-text', 'case 1999')).toBeLessThan(2000);
    await page.getByLabel('Text').fill('case 1999');
    await expect
      .poll(() => page.locator('#shown').textContent())
      .toBe(`0 of ${findings.length} findings, 11 of 20,000 cases`);
    await page.getByLabel('Text').fill('');
    await expect.poll(() => rowsOf(opened).count()).toBe(100);
    await page.getByRole('button', { name: 'Show 100 more of 19,900' }).click();
    expect(await rowsOf(opened).count()).toBe(200);
    expect(opened.messages).toEqual([]);
    await page.close();
  });

  test('is quick with 1,000 findings', async () => {
    const group = (index: number) => ({ check: `check-${index}`, clause: clauses.number, message: 'is wrong' });
    const found = Array.from({ length: 1000 }, (_, index) =>
      finding({ ...group(index), operation: index % 50 === 0 ? 'takeBack' : 'lend' }),
    );
    const { page } = await open({}, { ...many, findings: found });
    expect(await quickest(page, 'filter-operation', '1')).toBeLessThan(2000);
    await page.close();
  });
});

/** Milliseconds, at best, from a change of the filter until the page is laid out anew. */
function quickest(page: Page, field: string, value: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const [field, shown] = [document.getElementById('${field}'), document.getElementById('shown')];
    const change = (value) => new Promise((resolve) => {
      const before = performance.now();
      field.value = value;
      const seen = new MutationObserver(() => {
        seen.disconnect();
        resolve(document.body.offsetHeight && performance.now() - before);
      });
      seen.observe(shown, { childList: true });
      document.getElementById('filters').dispatchEvent(new Event('input'));
    });
    const times = [];
    for (let round = 0; round < 3; round++) {
      times.push(await change('${value}'));
      await change('');
    }
    return Math.min(...times);
  })()`);
}
