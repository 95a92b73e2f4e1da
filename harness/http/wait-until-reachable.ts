import { setTimeout as pause } from 'node:timers/promises';
import { isCertificateError } from './tls.ts';

const INTERVAL = 100;

/**
 * Waits until a connection can be made.
 * @param dial makes one and ends it, or rejects
 * @param wait milliseconds to keep trying; 0 tries once
 * @returns undefined once it succeeds, else why not
 */
export async function waitUntilReachable(
  dial: () => Promise<void>,
  wait: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const deadline = performance.now() + wait;
  for (;;) {
    const error = await dial().then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    );
    if (error === undefined) return undefined;
    if (isCertificateError(error)) return `${error.message}; name its issuer with --ca FILE, or pass --insecure`;
    if (performance.now() >= deadline || signal.aborted) return error.message || String(error.code);
    await pause(INTERVAL, undefined, { signal }).catch(() => undefined);
  }
}
