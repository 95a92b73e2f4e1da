import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { packageInfo } from '../../core/package-info.ts';
import { makeFolder } from '../../core/util/make-folder.ts';
import { type HarExchange, toHarEntry } from './har-entry.ts';

/** Writes a HAR file, entry by entry: it is there once it is finished, as a whole or not at all. */
export class HarFile {
  private readonly file: string;
  private readonly temporary: string;
  private readonly descriptor: number;
  private count = 0;

  /** @throws {UsageError} if the file cannot be written */
  constructor(file: string) {
    this.file = file;
    this.temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
    try {
      makeFolder(dirname(file));
      this.descriptor = openSync(this.temporary, 'w', OWNER_ONLY);
    } catch (error) {
      throw new UsageError(`cannot record to ${file}: ${(error as Error).message}`);
    }
    const { name, version } = packageInfo();
    const creator = JSON.stringify({ name, version });
    writeSync(this.descriptor, `{"log":{"version":"1.2","creator":${creator},"entries":[`);
  }

  add(exchange: HarExchange): void {
    const separator = this.count++ === 0 ? '\n' : ',\n';
    writeSync(this.descriptor, separator + JSON.stringify(toHarEntry(exchange)));
  }

  /** Leaves nothing behind. */
  discard(): void {
    closeSync(this.descriptor);
    rmSync(this.temporary, { force: true });
  }

  finish(): void {
    try {
      writeSync(this.descriptor, '\n]}}\n');
      closeSync(this.descriptor);
      renameSync(this.temporary, this.file);
    } catch (error) {
      rmSync(this.temporary, { force: true });
      throw new UsageError(`cannot record to ${this.file}: ${(error as Error).message}`);
    }
  }
}

/** A recording may have secrets that no rule masks. */
const OWNER_ONLY = 0o600;
