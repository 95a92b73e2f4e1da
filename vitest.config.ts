import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: [],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
