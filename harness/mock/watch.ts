import { unwatchFile, watchFile } from 'node:fs';
import type { Contract } from '../contract/contract.ts';
import { isObject } from '../contract/json.ts';
import { join } from '../contract/pointer.ts';

/** Milliseconds between looks. Looking works where events do not arrive, as on volumes that a container shares. */
const INTERVAL = 200;

/** Every file that a contract was read from: the document, the files that it refers to, and its overlays. */
export function filesOf({ document }: Contract, overlays: readonly string[]): string[] {
  const bundled = document.root['x-bundled'];
  const names = isObject(bundled) ? Object.keys(bundled) : [];
  const files = names.map((name) => document.locate(join('#/x-bundled', name, '')).file);
  return [...new Set([document.file, ...files, ...overlays])];
}

/** Calls `changed` after any of the files has changed, until it is closed; the files may be others each time. */
export class FileWatch {
  private readonly changed: () => void;
  private files: readonly string[] = [];

  constructor(files: readonly string[], changed: () => void) {
    this.changed = changed;
    this.follow(files);
  }

  follow(files: readonly string[]): void {
    if (files.join('\n') === this.files.join('\n')) return;
    this.close();
    this.files = files;
    for (const file of files) watchFile(file, { interval: INTERVAL }, this.look);
  }

  close(): void {
    for (const file of this.files) unwatchFile(file, this.look);
    this.files = [];
  }

  private readonly look = (): void => this.changed();
}
