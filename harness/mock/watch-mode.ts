import { UsageError } from '../core/errors.ts';
import type { Contract } from '../openapi/contract.ts';
import { loadContract } from '../openapi/load.ts';
import { type Mock, type MockOptions, startMock } from './mock.ts';
import { contractFiles, FileWatcher } from './server/file-watcher.ts';

/** What the command line says of a mock, with everything present that has a default. */
export interface WatchModeConfig extends Omit<MockOptions, 'contract' | 'intercept'> {
  readonly spec: string;
  readonly overlays: readonly string[];
  readonly port: number;
  /** Whether changes of the files that the contract was read from are served at once. */
  readonly watch: boolean;
  /** Further files to watch, such as those of examples; a change of them is told as well. */
  readonly watchAlso?: readonly string[];
}

/** What a running mock tells beside its requests. */
export type WatchEvent =
  | { readonly type: 'reloaded'; readonly contract: Contract }
  /** The new files cannot be worked with; the old contract is served on. */
  | { readonly type: 'broken'; readonly error: Error };

export interface RunningMock {
  readonly mock: Mock;
  readonly contract: Contract;
  /** Stops watching, finishes open requests and closes. */
  close(): Promise<void>;
}

/**
 * Starts the mock for the command line.
 * @throws {ContractError} for a document that cannot be worked with
 * @throws {UsageError} for a port in use, or one that is not to be had
 */
export async function startMockWithWatch(
  config: WatchModeConfig,
  tell: (notice: WatchEvent) => void,
): Promise<RunningMock> {
  const started = Date.now();
  const contract = loadContract(config.spec, config.overlays, config);
  const mock = await listen({ ...config, contract });
  const files = (read: Contract) => [...contractFiles(read, config.overlays), ...(config.watchAlso ?? [])];
  const watch = config.watch ? new FileWatcher(reload) : undefined;
  watch?.follow(files(contract), started);

  function reload(): void {
    const readAt = Date.now();
    try {
      const next = loadContract(config.spec, config.overlays, config);
      mock.reload(next);
      watch?.follow(files(next), readAt);
      tell({ type: 'reloaded', contract: next });
    } catch (error) {
      tell({ type: 'broken', error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  return {
    mock,
    contract,
    close: () => {
      watch?.close();
      return mock.close();
    },
  };
}

async function listen(options: MockOptions): Promise<Mock> {
  const { port = 0, host = '127.0.0.1' } = options;
  try {
    return await startMock(options);
  } catch (error) {
    throw portTrouble(error as NodeJS.ErrnoException, host, port) ?? error;
  }
}

function portTrouble({ code }: NodeJS.ErrnoException, host: string, port: number): UsageError | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use. Take another with --port ${port + 1}, or a free one with --port 0.`,
      );
    case 'EACCES':
      return new UsageError(`Port ${port} needs rights that this user lacks. Take one over 1023 with --port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`${host} is no address of this machine. Take one with --host, e.g. 127.0.0.1 or 0.0.0.0.`);
    default:
      return undefined;
  }
}
