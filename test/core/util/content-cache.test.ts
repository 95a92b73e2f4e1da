import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ContentCache, userCacheFolder } from '../../../harness/core/util/content-cache.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** The one file in the folder. */
function onlyFile(): string {
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

describe('what is stored', () => {
  test('is there under its key, for the next run, and under no other', () => {
    new ContentCache(folder).set('a', { bytes: Buffer.from([0, 255]), list: [1, 'x', undefined] });
    const next = new ContentCache(folder);
    expect(next.get('a')).toEqual({ bytes: Buffer.from([0, 255]), list: [1, 'x', undefined] });
    expect(next.get('b')).toBeUndefined();
  });

  test('only the user may read', () => {
    new ContentCache(folder).set('a', 1);
    expect(statSync(onlyFile()).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['empty', () => Buffer.alloc(0)],
    ['changed', (bytes: Buffer) => bytes.fill('x', bytes.length - 3)],
  ])('is absent once its file is %s, and can be stored again', (_, damage) => {
    const cache = new ContentCache(folder);
    cache.set('a', 'value');
    writeFileSync(onlyFile(), damage(readFileSync(onlyFile())));
    expect(cache.get('a')).toBeUndefined();
    cache.set('a', 'value');
    expect(cache.get('a')).toBe('value');
  });
});

test('files of others in the folder stay as they are', () => {
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  new ContentCache(folder).set('a', 1);
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
});

test.runIf(process.getuid?.() !== 0)('a folder that cannot be written costs nothing but the time', () => {
  chmodSync(folder, 0o500);
  const cache = new ContentCache(folder);
  cache.set('a', 1);
  expect(cache.get('a')).toBeUndefined();
});

test('a path that is no folder costs nothing but the time', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const cache = new ContentCache(join(file, 'cache'));
  cache.set('a', 1);
  expect(cache.get('a')).toBeUndefined();
});

test('the least recently used files go once there is too much', () => {
  mkdirSync(folder, { recursive: true });
  const old = join(folder, '0'.repeat(64));
  writeFileSync(old, '');
  const used = new ContentCache(folder, 10);
  used.set('a', 'more than ten bytes');
  expect(readdirSync(folder)).toHaveLength(2);
  new ContentCache(folder, 10).set('b', 1);
  expect(new ContentCache(folder).get('a')).toBeUndefined();
  expect(new ContentCache(folder).get('b')).toBe(1);
});

test('the folder of the user is where their system keeps such files', () => {
  expect(userCacheFolder({ XDG_CACHE_HOME: '/var/caches' }, 'linux')).toBe('/var/caches');
  expect(userCacheFolder({}, 'linux')).toMatch(/\.cache$/);
  expect(userCacheFolder({}, 'darwin')).toMatch(/Library.Caches$/);
  expect(userCacheFolder({ LOCALAPPDATA: 'C:\\Local' }, 'win32')).toBe('C:\\Local');
});

test('a user without a home has no such folder', () => {
  vi.stubEnv('HOME', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(userCacheFolder({}, 'linux')).toBeUndefined();
  expect(userCacheFolder({ XDG_CACHE_HOME: '/var/caches' }, 'linux')).toBe('/var/caches');
});
