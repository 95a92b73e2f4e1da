import { UsageError } from '../../core/errors.ts';
import type { HttpClient, Operation } from '../../core/model.ts';
import { createHttpClient } from '../../http/client.ts';
import type { Credentials } from '../../http/credentials.ts';
import { RateLimiter } from '../../http/rate-limiter.ts';
import type { Transport } from '../../http/transport.ts';
import type { RunConfig } from '../settings/options.ts';
import type { CaseSource } from '../suite.ts';
import { findBasePath } from './base-path.ts';
import type { OwnMock } from './own-mock/own-mock.ts';

/** A client of the service under test, and how it reaches it. */
export interface RunTarget {
  readonly client: HttpClient;
  readonly transport: Transport;
  /** What a reader of the report should know of where the requests went. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/**
 * Connects to the mock, or waits until the service accepts connections and finds its base path.
 * @throws {UsageError} if it does not within `config.waitMs`
 */
export async function openTarget(
  config: RunConfig,
  source: CaseSource,
  mock: OwnMock | undefined,
  credentials: (operation: Operation) => Credentials,
  signal: AbortSignal,
): Promise<RunTarget> {
  const baseUrl = config.target ?? mock?.url ?? '';
  const { timeoutMs, concurrency: connections, streamLimits, tls, proxy, rate } = config;
  const transport = { tls, proxy, rateLimiter: rate === undefined ? undefined : RateLimiter.perSecond(rate).state };
  const connect = (url: string) =>
    createHttpClient({ baseUrl: url, timeoutMs, connections, streamLimits, ...transport });
  const client = connect(baseUrl);
  const opened = (used: HttpClient, notes: readonly string[] = []): RunTarget => ({
    client: used,
    transport,
    notes,
    close: () => used.close(),
  });
  const why = await client.waitUntilReachable(config.waitMs, signal);
  if (why !== undefined) {
    await opened(client).close();
    throw new UsageError(`Cannot connect to ${baseUrl} (${why}). Start the service, or wait for it with --wait 30s.`);
  }
  const basePath = mock ? undefined : await findBasePath(client, source, credentials, signal);
  if (basePath === undefined) return opened(client);
  await client.close();
  return opened(connect(client.baseUrl + basePath), [
    `requests go below ${basePath}, the path of a server of the document: there is nothing at ${client.baseUrl} itself`,
  ]);
}
