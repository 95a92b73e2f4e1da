import { UsageError } from '../core/errors.ts';
import type { Contract } from '../openapi/contract.ts';
import { loadContract } from '../openapi/load.ts';
import { type Mock, type MockOptions, startMock } from './mock.ts';
import { contractFiles, FileWatcher } from './server/file-watcher.ts';

/** Options of the command line, with defaults resolved. */
export interface WatchModeConfig extends Omit<MockOptions, 'contract' | 'intercept'> {
  readonly spec: string;
  readonly overlays: readonly string[];
  readonly port: number;
  /** Whether to reload the contract when one of its files changes. */
  readonly watch: boolean;
  /** Further files to watch, such as example files. */
  readonly watchAlso?: readonly string[];
}

/** Event of a running mock, besides its requests. */
export type WatchEvent =
  | { readonly type: 'reloaded'; readonly contract: Contract }
  /** The changed files are unusable; the previous contract stays live. */
  | { readonly type: 'reload-failed'; readonly error: Error };

export interface RunningMock {
  readonly mock: Mock;
  readonly contract: Contract;
  /** Stops watching, finishes open requests and closes. */
  close(): Promise<void>;
}

/**
 * Starts the mock for the command line.
 * @throws {InputError} for an unusable document
 * @throws {UsageError} for an unavailable port or address
 */
export async function startMockWithWatch(
  config: WatchModeConfig,
  onEvent: (event: WatchEvent) => void,
): Promise<RunningMock> {
  const startedAt = Date.now();
  const contract = loadContract(config.spec, config.overlays, config);
  const { watch, watchAlso = [], ...options } = config;
  const mock = await listen({ ...options, contract });
  const files = (loaded: Contract) => [...contractFiles(loaded, config.overlays), ...watchAlso];
  const watcher = watch ? new FileWatcher(reload) : undefined;
  watcher?.follow(files(contract), startedAt);

  function reload(): void {
    const readAt = Date.now();
    try {
      const next = loadContract(config.spec, config.overlays, config);
      mock.reload(next);
      watcher?.follow(files(next), readAt);
      onEvent({ type: 'reloaded', contract: next });
    } catch (error) {
      onEvent({ type: 'reload-failed', error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  return {
    mock,
    contract,
    close: () => {
      watcher?.close();
      return mock.close();
    },
  };
}

async function listen(options: MockOptions): Promise<Mock> {
  const { port = 0, host = '127.0.0.1' } = options;
  try {
    return await startMock(options);
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, host, port) ?? error;
  }
}

function listenError({ code }: NodeJS.ErrnoException, host: string, port: number): UsageError | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use. Choose another one, e.g. --port ${port + 1}, or --port 0 for a free one.`,
      );
    case 'EACCES':
      return new UsageError(`Port ${port} requires a privileged user. Choose a port above 1023 with --port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(
        `${host} is not an address of this machine. Choose one with --host, e.g. 127.0.0.1 or 0.0.0.0.`,
      );
    default:
      return undefined;
  }
}
