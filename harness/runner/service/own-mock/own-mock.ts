import type { Contract } from '../../../openapi/contract.ts';
import type { RunConfig } from '../../settings/options.ts';
import type { MockThread } from './mock-thread.ts';

/** The mock of a run without a target. */
export interface OwnMock {
  readonly url: string;
  /** @throws what ended it before */
  close(): Promise<void>;
}

/** What its thread makes it from. */
export interface MockSettings extends Pick<RunConfig, 'spec' | 'overlays' | 'allowRefs' | 'lint' | 'resources'> {
  readonly callbacks: boolean;
}

/** A thread reads the document again: of one with more operations, that takes more memory than it saves time. */
const MAX_OPERATIONS_IN_THREAD = 200;

/**
 * Starts the mock.
 * @param thread that serves it, unless the document is large. Absent: this thread does; a process with one run then ends earlier
 */
export async function startOwnMock(contract: Contract, config: RunConfig, thread?: MockThread): Promise<OwnMock> {
  const { spec, overlays, allowRefs, lint, resources, callbackAddress } = config;
  const settings = { spec, overlays, allowRefs, lint, resources, callbacks: callbackAddress !== undefined };
  const isSmall = contract.operations.length <= MAX_OPERATIONS_IN_THREAD;
  return thread && isSmall ? thread.serve(settings) : startHere(contract, settings);
}

/** Loads the mock only now: a run against a service does not wait for it. */
async function startHere(contract: Contract, settings: MockSettings): Promise<OwnMock> {
  const { serveMock } = await import('./serve-mock.ts');
  return serveMock(contract, settings);
}
