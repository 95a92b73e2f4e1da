import { setFlagsFromString } from 'node:v8';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const KEY = 'contract-harness: flags of V8';

/** Sets flags of V8, which are those of the whole process, and has each thread that starts set them again. */
export function setFlags(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
  setEnvironmentData(KEY, [...flags]);
}

/**
 * Called by a thread when it starts, since that sets the growth of the young generation back to its default in the whole process. The
 * thread that started it may have something else to do for a while.
 */
export function restoreFlags(): void {
  for (const flag of (getEnvironmentData(KEY) as unknown as readonly string[] | undefined) ?? [])
    setFlagsFromString(flag);
}
