import { UsageError } from '../core/errors.ts';
import type { HttpClient } from '../core/model.ts';
import { createHttpClient } from '../http/client.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { Transport } from '../http/transport.ts';
import type { Contract } from '../openapi/contract.ts';
import type { RunConfig } from './options.ts';

/** What a run asks, and how it is reached. */
export interface RunTarget {
  readonly target: HttpClient;
  readonly transport: Transport;
  close(): Promise<void>;
}

/**
 * Starts the mock, or waits until the service takes connections.
 * @throws {UsageError} where nothing does within `config.wait`
 */
export async function openTarget(config: RunConfig, contract: Contract, signal: AbortSignal): Promise<RunTarget> {
  const mock = config.target === undefined ? await startOwnMock(contract) : undefined;
  const baseUrl = config.target ?? mock?.url ?? '';
  const { timeoutMs, concurrency: connections, tls, proxy, rate } = config;
  const transport = { tls, proxy, rateLimiter: rate === undefined ? undefined : RateLimiter.perSecond(rate).state };
  const target = createHttpClient({ baseUrl, timeoutMs, connections, ...transport });
  const close = async () => {
    await target.close();
    await mock?.close();
  };
  const why = await target.waitUntilReachable(config.waitMs, signal);
  if (why === undefined) return { target, transport, close };
  await close();
  throw new UsageError(`Nothing answers at ${baseUrl} (${why}). Start the service, or wait for it with --wait 30s.`);
}

/** The mock is loaded only where it is needed: a live target should not wait for it. */
async function startOwnMock(contract: Contract): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { startMock } = await import('../mock/mock.ts');
  return startMock({ contract, port: 0 });
}
