import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageAssets } from '../../../harness/report/html/assets.ts';
import { htmlReport } from '../../../harness/report/html/page.ts';
import { Browser, noChromium, type Opened, type View } from '../../chromium.ts';
import { sampleReport } from '../sample.ts';
import { lowContrasts } from './wcag-contrast.ts';

const text = htmlReport(sampleReport(), { secretHeaders: [] });
const PHONE = 390;
const SCHEMES = ['light', 'dark'] as const;

describe.skipIf(noChromium !== '')(`the look of the HTML report${noChromium && ` (${noChromium})`}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await Browser.launch();
  });
  afterAll(() => browser.close());

  /** The page with everything unfolded. */
  async function unfolded(view: View): Promise<Opened> {
    const opened = await browser.open(text, view);
    await opened.page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
    return opened;
  }

  test.each(SCHEMES.flatMap((scheme) => [1280, PHONE].map((width) => [scheme, width] as const)))(
    'has enough contrast for every text: %s, %i wide',
    async (scheme, width) => {
      const { page } = await unfolded({ scheme, width });
      const { seen, low } = await page.evaluate<{ seen: number; low: string[] }>(lowContrasts);
      expect(low).toEqual([]);
      expect(seen).toBeGreaterThan(300);
      await page.close();
    },
  );

  test('takes the colour scheme of the system, or the one that the reader chooses', async () => {
    const { page } = await browser.open(text, { scheme: 'light' });
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    const theme = page.getByRole('button', { name: 'Theme' });
    await theme.click();
    expect(await background()).toBe(light);
    await theme.click();
    expect(await background()).not.toBe(light);
    expect(await theme.textContent()).toBe('Theme: dark');
    await page.close();
  });

  test.each([360, PHONE, 800])(
    'scrolls no page sideways, %i wide: what is wider than the screen is code in its own frame',
    async (width) => {
      const { page } = await unfolded({ width });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.close();
    },
  );

  test('keeps its tables tables on a phone, and folds the filter away from the findings', async () => {
    const { page } = await browser.open(text, { width: PHONE });
    expect(await page.locator('#filters').isVisible()).toBe(false);
    await page.getByText('Filter', { exact: true }).click();
    expect(await page.getByRole('combobox', { name: 'Operation' }).isVisible()).toBe(true);
    for (const table of await page.getByRole('table').all())
      expect(await table.getByRole('rowheader').count()).toBeGreaterThan(0);
    await page.close();
  });

  test('moves nothing, so that nobody has to ask for less motion', () => {
    expect(pageAssets().style).not.toMatch(/animation|transition|scroll-behavior/);
  });
});
