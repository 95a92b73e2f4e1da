import { defineConfig } from 'rolldown';

/**
 * The program as it is published: a file for each command in place of some 300 modules, whose finding and loading takes longer than what
 * they do at the start. What it depends on stays outside and is loaded from node_modules.
 */
// biome-ignore lint/style/noDefaultExport: Rolldown reads its configuration from the default export.
export default defineConfig({
  input: {
    cli: './harness/cli.ts',
    index: './harness/index.ts',
    vitest: './harness/vitest.ts',
    'worker/worker': './harness/runner/suites/dredd/worker/worker.ts',
  },
  platform: 'node',
  // Helpers of Rolldown's own are no packages.
  external: /^(?![./\0]|@oxc-project\/runtime)/,
  output: { dir: 'dist/bundle', format: 'esm', cleanDir: true },
});
