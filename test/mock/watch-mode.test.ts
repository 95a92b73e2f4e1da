import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileWatcher } from '../../harness/mock/server/file-watcher.ts';

describe('a file watcher', () => {
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
      watch = new FileWatcher(() => resolve('changed'));
      begin(watch);
    });

  test('reports a change immediately after its start', async () => {
    const change = reported((it) => {
      it.follow([file], Date.now());
      writeFileSync(file, 'two');
    });
    expect(await change).toBe('changed');
  });

  test('reports a file that was written after reading began', async () => {
    expect(await reported((it) => it.follow([file], Date.now() - 60_000))).toBe('changed');
  });

  test('reports a file that is deleted', async () => {
    const change = reported((it) => {
      it.follow([file], Date.now());
      rmSync(file);
    });
    expect(await change).toBe('changed');
  });
});
