import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileWatcher } from '../../harness/mock/server/file-watcher.ts';

describe('a watch', () => {
  let folder: string;
  let file: string;
  let watch: FileWatcher | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'watch-'));
    file = join(folder, 'a.yaml');
    writeFileSync(file, 'one');
  });

  afterEach(() => {
    watch?.close();
    rmSync(folder, { recursive: true });
  });

  const reported = (begin: (watch: FileWatcher) => void) =>
    new Promise<string>((resolve) => {
      watch = new FileWatcher(() => resolve('told'));
      begin(watch);
    });

  test('tells a change that is made in the moment after it began', async () => {
    const change = reported((it) => {
      it.follow([file], Date.now());
      writeFileSync(file, 'two');
    });
    expect(await change).toBe('told');
  });

  test('tells a file that was written after its reading began', async () => {
    expect(await reported((it) => it.follow([file], Date.now() - 60_000))).toBe('told');
  });

  test('tells a file that goes away', async () => {
    const change = reported((it) => {
      it.follow([file], Date.now());
      rmSync(file);
    });
    expect(await change).toBe('told');
  });
});
