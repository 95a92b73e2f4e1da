import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, palettePath } from '../../core/package-info.ts';

/** The style sheet and the script that every HTML report embeds. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

let assets: PageAssets | undefined;

/** Reads its files from the package once: they are published as they are, whether the program is bundled or not. */
export function pageAssets(): PageAssets {
  const read = (path: string) => readFileSync(path, 'utf8');
  const own = (name: string) => read(join(packageRoot(), 'harness/report/html', name));
  assets ??= { style: read(palettePath()) + own('page.css'), script: own('page.js') };
  return assets;
}
