import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Contract } from '../../openapi/contract.ts';

/** Milliseconds between looks. Looking works where events do not arrive, as on volumes that a container shares. */
const INTERVAL = 200;

/** Milliseconds for which files must rest before a change is told, so that no half-written one is read. */
const DEBOUNCE_MS = 25;

/** Every file that a contract was read from: the document, the files that it refers to, and its overlays. */
export function contractFiles({ document }: Contract, overlays: readonly string[]): string[] {
  const bundled = document.root['x-bundled'];
  const names = isObject(bundled) ? Object.keys(bundled) : [];
  const files = names.map((name) => document.locate(appendTokens('#/x-bundled', name, '')).file);
  return [...new Set([document.file, ...files, ...overlays])];
}

/** Calls `changed` after any of the files has changed, until it is closed; the files may be others each time. */
export class FileWatcher {
  private readonly changed: () => void;
  private readonly ended = new AbortController();
  private states = new Map<string, string>();

  constructor(changed: () => void) {
    this.changed = changed;
    void this.look();
  }

  /** Takes the files as they stand now, but for those written after `readAt` (milliseconds), when their reading began. */
  follow(files: readonly string[], readAt: number): void {
    this.states = new Map(files.map((file) => [file, stateOf(statSync(file, NOW), readAt)]));
  }

  close(): void {
    this.ended.abort();
  }

  private async look(): Promise<void> {
    while (await this.debounce(INTERVAL)) {
      if (!(await this.differs())) continue;
      while ((await this.debounce(DEBOUNCE_MS)) && (await this.differs()));
      if (!this.ended.signal.aborted) this.changed();
    }
  }

  /** Whether any file is not what it was at the last look. */
  private async differs(): Promise<boolean> {
    const before = this.states;
    const files = [...before.keys()];
    const now = await Promise.all(files.map(async (file) => stateOf(await stat(file, NOW).catch(gone))));
    if (this.states === before) this.states = new Map(files.map((file, i) => [file, now[i] as string]));
    return files.some((file, i) => before.get(file) !== now[i]);
  }

  private async debounce(milliseconds: number): Promise<boolean> {
    await sleep(milliseconds, undefined, { signal: this.ended.signal, ref: false }).catch(() => {});
    return !this.ended.signal.aborted;
  }
}

const NOW = { bigint: true, throwIfNoEntry: false } as const;

/** A file may be away for a moment while an editor replaces it; any other trouble shows when it is read. */
const gone = (): undefined => undefined;

function stateOf(stats: BigIntStats | undefined, readAt = Number.POSITIVE_INFINITY): string {
  if (stats === undefined) return 'gone';
  if (stats.ctimeMs > readAt) return 'written while it was read';
  return `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}
