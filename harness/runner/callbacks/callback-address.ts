import { UsageError } from '../../core/errors.ts';

/** Where a run receives callbacks: the name by which the service reaches this machine, and a port. */
export interface CallbackAddress {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
}

/**
 * Reads `HOST` or `HOST:PORT`.
 * @throws {UsageError}
 */
export function readCallbackAddress(text: string): CallbackAddress {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined;
  const isAddress = url?.pathname === '/' && url.search === '' && url.username === '' && !text.includes('/');
  if (!url || !isAddress)
    throw new UsageError(`--callback-host takes a host name or address, with or without a port, not "${text}"`);
  return { host: url.hostname, port: Number(url.port) };
}
