import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentFiles } from '../../openapi/bundle/document-files.ts';
import type { Contract } from '../../openapi/contract.ts';

/** Polling also works where no events arrive, as on volumes shared with a container. */
const POLL_INTERVAL_MS = 200;

/** How long files must be unchanged before they are read, so that none is half-written. */
const DEBOUNCE_MS = 25;

/** Returns the files of a contract: the document, the files that it references, and the overlays. */
export function contractFiles({ document }: Contract, overlays: readonly string[]): string[] {
  return [...new Set([...documentFiles(document), ...overlays])];
}

/** Calls back after any of the files has changed, until it is closed. */
export class FileWatcher {
  private readonly onChange: () => void;
  private readonly closed = new AbortController();
  private states = new Map<string, string>();

  constructor(onChange: () => void) {
    this.onChange = onChange;
    void this.poll();
  }

  /** Replaces the watched files. Those written after `readAt`, in milliseconds, count as changed: they may have been read before. */
  follow(files: readonly string[], readAt: number): void {
    this.states = new Map(files.map((file) => [file, stateOf(statSync(file, NOW), readAt)]));
  }

  close(): void {
    this.closed.abort();
  }

  private async poll(): Promise<void> {
    while (await this.debounce(POLL_INTERVAL_MS)) {
      if (!(await this.hasChanged())) continue;
      while ((await this.debounce(DEBOUNCE_MS)) && (await this.hasChanged()));
      if (!this.closed.signal.aborted) this.onChange();
    }
  }

  /** True if any file has changed since the last poll. */
  private async hasChanged(): Promise<boolean> {
    const before = this.states;
    const files = [...before.keys()];
    const now = await Promise.all(files.map(async (file) => stateOf(await stat(file, NOW).catch(missing))));
    if (this.states === before) this.states = new Map(files.map((file, i) => [file, now[i] as string]));
    return files.some((file, i) => before.get(file) !== now[i]);
  }

  private async debounce(milliseconds: number): Promise<boolean> {
    await sleep(milliseconds, undefined, { signal: this.closed.signal, ref: false }).catch(() => {});
    return !this.closed.signal.aborted;
  }
}

const NOW = { bigint: true, throwIfNoEntry: false } as const;

/** A file can be missing for a moment while an editor replaces it; other errors show when it is read. */
const missing = (): undefined => undefined;

function stateOf(stats: BigIntStats | undefined, readAt = Number.POSITIVE_INFINITY): string {
  if (stats === undefined) return 'missing';
  if (stats.ctimeMs > readAt) return 'written while reading';
  return `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}
