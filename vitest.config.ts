import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The folders whose files take the longest, begun first so that no core idles at the end; the many short ones fill what is left. */
const ORDER = ['test/crud/', 'test/faults/', 'test/prove/', 'test/fixtures/faults/', 'test/e2e/', 'test/'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => ORDER.findIndex((folder) => moduleId.includes(`/${folder}`));
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
    // Enough that others work while one waits, and few enough that none is kept waiting for long.
    maxConcurrency: 3,
    // What tests change of their process they put back, so that files share one and load the program once.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{docs,e2e,examples,trust}/**'],
          globalSetup: ['test/vendor/build.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/{docs,e2e,examples,trust}/**/*.test.ts'],
          globalSetup: ['test/e2e/build.ts'],
        },
      },
    ],
  },
});
