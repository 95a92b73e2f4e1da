import { UsageError } from '../core/errors.ts';
import { ProcessGroup } from './process-group.ts';

export interface ServiceCommands {
  /** Starts the service. */
  readonly setup: string | undefined;
  /** Cleans up after it. */
  readonly teardown: string | undefined;
}

/** What happens between `--setup` and `--teardown`; it tells once the service listens. */
type Inside<T> = (stop: AbortSignal, listens: () => void) => Promise<T>;

/**
 * Starts the service, does what is to be done with it, ends it and cleans up, whatever happens between.
 * @throws {UsageError} with its output, for a setup that fails before the service listens, and for a teardown that fails
 */
export async function withServiceLifecycle<T>(
  { setup, teardown }: ServiceCommands,
  signal: AbortSignal,
  inside: Inside<T>,
): Promise<T> {
  try {
    return await (setup === undefined ? inside(signal, () => undefined) : withService(setup, signal, inside));
  } finally {
    if (teardown !== undefined) await carryOut(teardown);
  }
}

async function withService<T>(setup: string, signal: AbortSignal, inside: Inside<T>): Promise<T> {
  const service = new ProcessGroup(setup);
  const gaveUp = new AbortController();
  let listening = false;
  service.end().then(() => {
    if (!listening && service.failure !== undefined) gaveUp.abort();
  });
  try {
    return await inside(AbortSignal.any([signal, gaveUp.signal]), () => {
      listening = true;
    });
  } catch (error) {
    if (listening || signal.aborted) throw error;
    throw new UsageError(describe('--setup', service, error as Error));
  } finally {
    await service.stop();
  }
}

async function carryOut(teardown: string): Promise<void> {
  const group = new ProcessGroup(teardown);
  await group.end();
  await group.stop();
  if (group.failure !== undefined) throw new UsageError(describe('--teardown', group));
}

function describe(option: string, { command, failure, output }: ProcessGroup, error?: Error): string {
  const what = failure === undefined ? (error?.message ?? '') : `${option} ${failure}: ${command}`;
  return output === '' ? what : `${what}\n${option} printed:\n${output.replace(/^/gm, '  ')}`;
}
