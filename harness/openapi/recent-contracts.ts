import { timeoutCount } from '../core/util/deadline.ts';
import type { Contract } from './contract.ts';

const MAX_CONTRACTS = 4;
/** Of all texts together: what is derived of longer documents takes much memory. */
const MAX_BYTES = 256 * 1024;

interface Entry {
  readonly file: string;
  readonly utf8: Buffer;
  readonly contract: Contract;
  readonly timeouts: number;
}

/**
 * The contracts of the documents that were read last, by their text: a process that serves or tests one several times derives
 * everything once.
 */
export class RecentContracts {
  private entries: readonly Entry[] = [];

  /** @returns undefined if anything took too long since it was read: what was derived may be incomplete */
  find(file: string, utf8: Buffer): Contract | undefined {
    const found = this.entries.find((each) => each.file === file && each.utf8.equals(utf8));
    return found?.timeouts === timeoutCount() ? found.contract : undefined;
  }

  /** Keeps a contract that follows from its text alone. */
  add(file: string, utf8: Buffer, contract: Contract): void {
    if (utf8.length > MAX_BYTES) return;
    const others = this.entries.filter((each) => each.file !== file || !each.utf8.equals(utf8));
    const all = [{ file, utf8, contract, timeouts: timeoutCount() }, ...others].slice(0, MAX_CONTRACTS);
    let bytes = 0;
    this.entries = all.filter((each) => {
      bytes += each.utf8.length;
      return bytes <= MAX_BYTES;
    });
  }
}
