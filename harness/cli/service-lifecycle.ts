import { UsageError } from '../core/errors.ts';
import { ProcessGroup } from './process-group.ts';

export interface ServiceCommands {
  /** Starts the service. */
  readonly setup: string | undefined;
  /** Cleans up after it. */
  readonly teardown: string | undefined;
}

/** The work between `--setup` and `--teardown`; it calls `onReachable` once the service is reachable. */
type ServiceTask<T> = (stop: AbortSignal, onReachable: () => void) => Promise<T>;

/**
 * Starts the service, runs the task, stops the service and runs the teardown, even after errors.
 * @throws {UsageError} with its output, if the setup fails before the service is reachable, or the teardown fails
 */
export async function withServiceLifecycle<T>(
  { setup, teardown }: ServiceCommands,
  signal: AbortSignal,
  task: ServiceTask<T>,
): Promise<T> {
  try {
    return await (setup === undefined ? task(signal, () => undefined) : withService(setup, signal, task));
  } finally {
    if (teardown !== undefined) await runTeardown(teardown);
  }
}

async function withService<T>(setup: string, signal: AbortSignal, task: ServiceTask<T>): Promise<T> {
  const service = new ProcessGroup(setup);
  const setupFailed = new AbortController();
  let isReachable = false;
  service.end().then(() => {
    if (!isReachable && service.failure !== undefined) setupFailed.abort();
  });
  try {
    return await task(AbortSignal.any([signal, setupFailed.signal]), () => {
      isReachable = true;
    });
  } catch (error) {
    if (isReachable || signal.aborted) throw error;
    throw new UsageError(describe('--setup', service, error as Error));
  } finally {
    await service.stop();
  }
}

async function runTeardown(teardown: string): Promise<void> {
  const group = new ProcessGroup(teardown);
  await group.end();
  await group.stop();
  if (group.failure !== undefined) throw new UsageError(describe('--teardown', group));
}

function describe(option: string, { command, failure, output }: ProcessGroup, error?: Error): string {
  const what = failure === undefined ? (error?.message ?? '') : `${option} ${failure}: ${command}`;
  return output === '' ? what : `${what}\n${option} printed:\n${output.replace(/^/gm, '  ')}`;
}
