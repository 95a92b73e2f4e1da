import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../core/package-info.ts';

/** The style sheet and the script that every HTML report embeds. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

let assets: PageAssets | undefined;

/** Reads page.css and page.js from the package once: they are published as files, whether the program is bundled or not. */
export function pageAssets(): PageAssets {
  const read = (name: string) => readFileSync(join(packageRoot(), 'harness/report/html', name), 'utf8');
  assets ??= { style: read('page.css'), script: read('page.js') };
  return assets;
}
