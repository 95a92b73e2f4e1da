import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { writeFileAtomically } from './write-file.ts';

const MAX_BYTES = 256 * 2 ** 20;
const DIGEST_BYTES = 32;

/** The folder in which programs of this user keep what they can make again; undefined for a user without a home, as in some containers. */
export function userCacheFolder(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const chosen = env[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_CACHE_HOME'];
  const home = attempt(homedir) ?? '';
  if (chosen || !isAbsolute(home)) return chosen || undefined;
  if (platform === 'win32') return join(home, 'AppData', 'Local');
  return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}

/**
 * Values in a folder, each under a key that has everything it was made from, so that none gets old. A file that is damaged, or was
 * written by another version of Node, counts as absent.
 */
export class ContentCache {
  private readonly folder: string;
  private readonly maxBytes: number;
  private isPruned = false;

  /** @param maxBytes of all files together when a run begins to store; the least recently used ones go first */
  constructor(folder: string, maxBytes: number = MAX_BYTES) {
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  get(key: string): unknown {
    const file = this.fileOf(key);
    const bytes = attempt(() => readFileSync(file));
    if (!bytes) return undefined;
    const content = bytes.subarray(DIGEST_BYTES);
    if (!sha256(content).equals(bytes.subarray(0, DIGEST_BYTES))) return undefined;
    const now = new Date();
    attempt(() => utimesSync(file, now, now));
    return deserialize(content);
  }

  /** Stores a value, which is made again by the next run where the folder cannot be written. */
  set(key: string, value: unknown): void {
    const content = serialize(value);
    attempt(() => {
      this.prune();
      writeFileAtomically(this.fileOf(key), [sha256(content), content], PRIVATE);
    });
  }

  private fileOf(key: string): string {
    return join(this.folder, sha256(Buffer.from(`${process.versions.v8} ${key}`)).toString('hex'));
  }

  /** Once in a run, because it looks at every file. */
  private prune(): void {
    if (this.isPruned) return;
    this.isPruned = true;
    const names = (attempt(() => readdirSync(this.folder)) ?? []).filter((name) => NAME.test(name));
    const files = names.flatMap((name) => {
      const file = join(this.folder, name);
      const stats = attempt(() => statSync(file));
      return stats ? [{ file, size: stats.size, usedAt: stats.mtimeMs }] : [];
    });
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { file, size } of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= this.maxBytes) return;
      rmSync(file, { force: true });
      bytes -= size;
    }
  }
}

/** Whatever else is in the folder is not ours. */
const NAME = /^[0-9a-f]{64}$/;

/** Requests may hold what only the user should read. */
const PRIVATE = 0o600;

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** What a call gives; undefined if the system does not allow it, or another run was faster. */
function attempt<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return undefined;
  }
}
