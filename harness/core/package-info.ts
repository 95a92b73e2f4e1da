import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the folder of the package, whether it runs from its sources or built. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** Returns the style sheet with the colors of every page that the program makes. */
export function palettePath(): string {
  return join(packageRoot(), 'harness/core/page/palette.css');
}

/** Returns name and version of the package. */
export function packageInfo(): { readonly name: string; readonly version: string } {
  const { name = '', version = '' } = readManifest();
  return { name, version };
}

/** Replaced by the bundler. */
declare const BUILD_ID: string;

/** Identifies the sources of the bundled program; undefined if it runs from its sources, which may have changed since. */
export function buildId(): string | undefined {
  return typeof BUILD_ID === 'undefined' ? undefined : BUILD_ID;
}

/** Returns the URL of the package's home page. */
export function packageHomepage(): string {
  return readManifest().homepage ?? '';
}

function readManifest(): { readonly name?: string; readonly version?: string; readonly homepage?: string } {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
}
