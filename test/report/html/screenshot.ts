import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { oneFault } from '../../../fixtures/faults/index.ts';
import { renderers, verify } from '../../../harness/index.ts';
import { Browser, noChromium } from '../../chromium.ts';

/** The picture of the HTML report in the README: of a run against a service that responds with large ids as strings. */
const PICTURE = '.github/report.png';
const SHOWN = 'success-id-string-when-large';
const SIZE = { width: 1200, height: 860 };

if (noChromium !== '')
  throw new Error(`The picture needs a Chromium, e.g. of Debian's package chromium: ${noChromium}.`);
const page = await reportOf(SHOWN);
const browser = await Browser.launch();
try {
  const opened = await browser.open(page, SIZE);
  mkdirSync(dirname(PICTURE), { recursive: true });
  await opened.page.screenshot({ path: PICTURE });
} finally {
  await browser.close();
}
console.log(`wrote ${PICTURE}`);

async function reportOf(name: string): Promise<string> {
  const fault = oneFault.find((each) => each.name === name);
  if (!fault) throw new Error(`There is no service ${name} any more.`);
  const service = await fault.start();
  try {
    return renderers.html(await verify({ target: service.url, seed: 1 }), { secretHeaders: [] });
  } finally {
    await service.close();
  }
}
