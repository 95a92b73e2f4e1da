import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({ test: { include: ['tests/*.test.ts'], testTimeout: 30_000 } });
