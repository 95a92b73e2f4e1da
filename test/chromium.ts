import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The browser; undefined if there is none. */
export const executablePath = EXECUTABLES.find((path) => existsSync(path));

/** Why the tests in a browser are skipped; empty where there is one. */
export const noChromium = executablePath === undefined ? `skipped: none of ${EXECUTABLES.join(', ')} is installed` : '';

/** A page that is open, with all that went wrong or went out. */
export interface Opened {
  readonly page: Page;
  readonly messages: string[];
  readonly requests: string[];
}

export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
}

/** A Chromium with a profile of its own; opens HTML from a file, as a reader does, and pages of servers. */
export class Browser {
  private readonly context: BrowserContext;
  private readonly folder: string;
  private files = 0;

  private constructor(context: BrowserContext, folder: string) {
    this.context = context;
    this.folder = folder;
  }

  static async launch(): Promise<Browser> {
    const folder = await mkdtemp(join(tmpdir(), 'report-'));
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      ...(executablePath === undefined ? {} : { executablePath }),
      headless: true,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    return new Browser(context, folder);
  }

  /** Opens HTML from a file. */
  async open(html: string, view: View = {}): Promise<Opened> {
    const file = join(this.folder, `${this.files++}.html`);
    await writeFile(file, html);
    return this.visit(pathToFileURL(file).href, view);
  }

  async visit(url: string, { width = 1280, height = 900, scheme = 'light' }: View = {}): Promise<Opened> {
    const page = await this.context.newPage();
    const messages: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    page.on('dialog', async (dialog) => {
      messages.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url() !== url) requests.push(request.url());
    });
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(url);
    return { page, messages, requests };
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
