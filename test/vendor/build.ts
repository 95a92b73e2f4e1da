import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, newest, root } from '../e2e/build.ts';

/** Bundles the packages that the sources load from dist/vendor; nothing is done if they are fresh. */
export function setup(): void {
  const bundled = join(root, 'dist/vendor/prism.cjs');
  const sources = ['harness/vendor', 'package-lock.json', 'rolldown.config.ts'].map((path) => newest(join(root, path)));
  if (!existsSync(bundled) || newest(bundled) < Math.max(...sources)) build('rolldown/bin/cli.mjs', '-c');
}
