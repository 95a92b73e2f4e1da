import { UsageError } from '../../core/errors.ts';
import type { RestartService } from '../../runner/suite.ts';
import { ProcessGroup } from './process-group.ts';

export interface ServiceCommands {
  /** Starts the service. */
  readonly setup: string | undefined;
  /** Cleans up after it. */
  readonly teardown: string | undefined;
}

/** The service between `--setup` and `--teardown`. */
export interface RunningService {
  readonly stop: AbortSignal;
  /** Called once the service is reachable. */
  onReachable(): void;
  /** Starts the service again; absent without `--setup`. */
  readonly restart?: RestartService;
}

type ServiceTask<T> = (service: RunningService) => Promise<T>;

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
    return await (setup === undefined
      ? task({ stop: signal, onReachable: () => undefined })
      : withService(setup, signal, task));
  } finally {
    if (teardown !== undefined) await runTeardown(teardown);
  }
}

async function withService<T>(setup: string, signal: AbortSignal, task: ServiceTask<T>): Promise<T> {
  let service = start(setup);
  let isReachable = false;
  const stop = AbortSignal.any([signal, service.failed]);
  const restart: RestartService = async (waitUntilReachable) => {
    await service.group.stop();
    service = start(setup);
    const why = await waitUntilReachable(AbortSignal.any([signal, service.failed]));
    const { failure } = service.group;
    return why === undefined || failure === undefined ? why : `--setup ${failure}`;
  };
  const onReachable = () => {
    isReachable = true;
    service.ignoreFailure();
  };
  try {
    return await task({ stop, onReachable, restart });
  } catch (error) {
    if (isReachable || signal.aborted) throw error;
    throw new UsageError(describe('--setup', service.group, error as Error));
  } finally {
    await service.group.stop();
  }
}

interface StartedService {
  readonly group: ProcessGroup;
  /** Aborts when the command fails. */
  readonly failed: AbortSignal;
  ignoreFailure(): void;
}

function start(setup: string): StartedService {
  const group = new ProcessGroup(setup);
  const controller = new AbortController();
  let isIgnored = false;
  group.end().then(() => {
    if (!isIgnored && group.failure !== undefined) controller.abort();
  });
  return {
    group,
    failed: controller.signal,
    ignoreFailure: () => {
      isIgnored = true;
    },
  };
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
