import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isFresh, root } from './test/e2e/build.ts';

/** The folders whose files take the longest, begun first so that no core idles at the end; the many short ones fill what is left. */
const ORDER = [
  'test/crud/',
  'test/faults/',
  'test/prove/',
  'test/fixtures/faults/',
  'test/e2e/',
  'test/examples/',
  'test/trust/',
  'test/mock/page/',
  'test/report/',
  'test/runner/suites/stateful/',
  'test/',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => ORDER.findIndex((folder) => moduleId.includes(`/${folder}`));
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * Has tests run what the build made of the sources: Node loads it by itself, without the transformation that Vite needs a sixth
 * of the processor time for. While a source is newer than the build, the sources themselves are run.
 */
const built = {
  name: 'built-sources',
  enforce: 'pre' as const,
  resolveId(id: string, importer: string | undefined) {
    if (importer === undefined || !/^\..*\.ts$/.test(id)) return null;
    const file = fileURLToPath(new URL(id, pathToFileURL(importer)));
    const path = relative(root, file);
    const isSource = ['harness', 'fixtures'].some((folder) => path.startsWith(folder + sep));
    return isSource ? { id: join(root, 'dist', path.replace(/ts$/, 'js')), external: true } : null;
  },
};

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  plugins: isFresh() ? [built] : [],
  test: {
    // Ends what hangs, on a machine of any speed; what has to be quick says so itself, in processor time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than the two processors of a small machine: many tests wait, for a browser, a process or a slow service.
    maxWorkers: 3,
    // Enough that others work while one waits, and few enough that none is kept waiting for long.
    maxConcurrency: 3,
    // What tests change of their process they put back, so that files share one and load the program once.
    isolate: false,
    restoreMocks: true,
    setupFiles: ['test/setup.ts'],
    server: { deps: { external: [/\/dist\/(harness|fixtures)\//] } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{docs,e2e,examples,trust}/**'],
          globalSetup: ['test/temporary-files.ts', 'test/vendor/build.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/{docs,e2e,examples,trust}/**/*.test.ts'],
          globalSetup: ['test/temporary-files.ts', 'test/e2e/build.ts'],
        },
      },
    ],
  },
});
