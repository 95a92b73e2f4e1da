import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({ test: { include: ['*.test.js'], testTimeout: 30_000, hookTimeout: 30_000 } });
