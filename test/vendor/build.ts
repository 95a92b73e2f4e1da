import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, newest, root } from '../e2e/build.ts';

/** Builds everything if the packages that the sources load from dist/vendor are stale; one file says what is fresh. */
export function setup(): void {
  const bundled = join(root, 'dist/vendor/prism.cjs');
  const sources = ['harness/vendor', 'package-lock.json', 'rolldown.config.ts'].map((path) => newest(join(root, path)));
  if (!existsSync(bundled) || newest(bundled) < Math.max(...sources)) buildAll();
}
