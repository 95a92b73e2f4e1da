import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, palettePath } from '../../core/package-info.ts';

/** The style and the script that every HTML report embeds. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

const FOLDER = 'harness/report/html/assets';
/** The style sheets in their order: later rules override earlier ones. */
const STYLES = ['base', 'header', 'filters', 'findings', 'tables', 'document', 'media'];
/** The parts of the script in their order: the last one starts the page. */
const SCRIPTS = ['cases', 'page'];

let assets: PageAssets | undefined;

/** Reads its files from the package once: they are published as they are, whether the program is bundled or not. */
export function pageAssets(): PageAssets {
  const read = (path: string) => readFileSync(path, 'utf8');
  const own = (name: string) => read(join(packageRoot(), FOLDER, name));
  assets ??= {
    style: [read(palettePath()), ...STYLES.map((name) => own(`${name}.css`))].join(''),
    script: SCRIPTS.map((name) => own(`${name}.js`)).join('\n'),
  };
  return assets;
}
