import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const { PORT = '3000', CHROMIUM } = process.env;
const url = `http://127.0.0.1:${PORT}`;
const executablePath = CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));

// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig({
  testDir: 'browser',
  // The tests share the mock.
  workers: 1,
  // Vite with the mock of vite.config.ts. Without Vite: `contract mock openapi.yaml --port 4010`.
  webServer: { command: `vite --host 127.0.0.1 --strictPort --port ${PORT}`, url },
  use: { baseURL: url, launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] } },
});
