import { UsageError } from '../../core/errors.ts';
import type { HttpClient } from '../../core/model.ts';
import { createHttpClient } from '../../http/client.ts';
import { RateLimiter } from '../../http/rate-limiter.ts';
import type { Transport } from '../../http/transport.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { RunConfig } from '../settings/options.ts';

/** A client of the service under test, and how it reaches it. */
export interface RunTarget {
  readonly client: HttpClient;
  readonly transport: Transport;
  close(): Promise<void>;
}

/**
 * Starts the mock, or waits until the service accepts connections.
 * @throws {UsageError} if it does not within `config.waitMs`
 */
export async function openTarget(config: RunConfig, contract: Contract, signal: AbortSignal): Promise<RunTarget> {
  const mock = config.target === undefined ? await startOwnMock(contract, config) : undefined;
  const baseUrl = config.target ?? mock?.url ?? '';
  const { timeoutMs, concurrency: connections, streamLimits, tls, proxy, rate } = config;
  const transport = { tls, proxy, rateLimiter: rate === undefined ? undefined : RateLimiter.perSecond(rate).state };
  const client = createHttpClient({ baseUrl, timeoutMs, connections, streamLimits, ...transport });
  const close = async () => {
    await client.close();
    await mock?.close();
  };
  const why = await client.waitUntilReachable(config.waitMs, signal);
  if (why === undefined) return { client, transport, close };
  await close();
  throw new UsageError(`Cannot connect to ${baseUrl} (${why}). Start the service, or wait for it with --wait 30s.`);
}

/** Loads the mock only if it is needed: a run against a service does not wait for it. */
async function startOwnMock(
  contract: Contract,
  { callbackAddress }: RunConfig,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { startMock } = await import('../../mock/mock.ts');
  return startMock({ contract, port: 0, callbacks: callbackAddress === undefined ? false : {} });
}
