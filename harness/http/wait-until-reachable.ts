import { setTimeout as pause } from 'node:timers/promises';
import { isCertificateError } from './tls.ts';

const RETRY_INTERVAL_MS = 100;

/**
 * Waits until a connection can be made.
 * @param probe connects and disconnects, or rejects
 * @param waitMs how long to retry; 0 tries once
 * @returns undefined on success, otherwise the reason
 */
export async function waitUntilReachable(
  probe: () => Promise<void>,
  waitMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const error = await probe().then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    );
    if (error === undefined) return undefined;
    if (isCertificateError(error))
      return `${error.message}; pass the issuer's certificate with --ca FILE, or --insecure`;
    if (performance.now() >= deadline || signal.aborted) return error.message || String(error.code);
    await pause(RETRY_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
