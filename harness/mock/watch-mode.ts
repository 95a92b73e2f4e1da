import { UsageError } from '../core/errors.ts';
import type { Contract } from '../openapi/contract.ts';
import { loadContract } from '../openapi/load.ts';
import { type Mock, type MockOptions, startMock } from './mock.ts';
import type { MountOptions } from './mounts/document-options.ts';
import { contractFiles, FileWatcher } from './server/file-watcher.ts';

/** A document in a file, with what is of this document alone. */
export interface DocumentFileOptions extends Omit<MountOptions, 'contract'> {
  readonly spec: string;
  readonly overlays: readonly string[];
}

/** Options of the command line, with defaults resolved. */
export interface WatchModeConfig extends Omit<MockOptions, 'contract' | 'spec' | 'overlays' | 'specs' | 'intercept'> {
  /** One document, or several below paths of their own. */
  readonly documents: DocumentFileOptions | readonly DocumentFileOptions[];
  readonly port: number;
  /** Whether to reload a document when one of its files changes. */
  readonly watch: boolean;
}

/** Event of a running mock, besides its requests. */
export type WatchEvent =
  | { readonly type: 'reloaded'; readonly contract: Contract }
  /** The changed files are unusable; the previous contract stays live. */
  | { readonly type: 'reload-failed'; readonly file: string; readonly error: Error };

export interface RunningMock {
  readonly mock: Mock;
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
  const { watch, documents, ...options } = config;
  const files = 'spec' in documents ? [documents] : documents;
  const load = ({ spec, overlays }: DocumentFileOptions) =>
    loadContract(spec, overlays, { ...config, allowWebhooksOnly: true });
  const loaded = files.map(({ spec, overlays, ...file }) => ({ ...file, contract: load({ spec, overlays }) }));
  const mock = await listen({ ...options, ...('spec' in documents ? loaded[0] : { specs: loaded }) });
  const watchers = watch ? files.map((file, index) => watchFile(file, index)) : [];

  function watchFile(file: DocumentFileOptions, index: number): FileWatcher {
    const document = mock.documents[index];
    const follow = (contract: Contract, readAt: number) =>
      watcher.follow(contractFiles(contract, file.overlays), readAt);
    const watcher = new FileWatcher(() => {
      const readAt = Date.now();
      try {
        const contract = load(file);
        document?.reload(contract);
        follow(contract, readAt);
        onEvent({ type: 'reloaded', contract });
      } catch (error) {
        onEvent({
          type: 'reload-failed',
          file: file.spec,
          error: error instanceof Error ? error : new Error(String(error)),
        });
      }
    });
    if (document) follow(document.contract, startedAt);
    return watcher;
  }

  return {
    mock,
    close: () => {
      for (const watcher of watchers) watcher.close();
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
