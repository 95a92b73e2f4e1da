import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { time } from './process.ts';

/** The modules of ours that a run of Node loads, and their size. */
export interface Loaded {
  readonly modules: number;
  readonly bytes: number;
}

/** Runs Node with these arguments, and counts what it loads, by the coverage that V8 writes at the end. */
export async function loadedBy(args: readonly string[]): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), 'loaded-'));
  try {
    await time(process.execPath, args, { NODE_V8_COVERAGE: folder });
    const urls = readdirSync(folder).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] };
      return result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
    });
    const sizes = [...new Set(urls)].map((url) => statSync(new URL(url)).size);
    return { modules: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
