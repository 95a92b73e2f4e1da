import type { Report } from '../../core/report.ts';
import { callHook } from './call-hook.ts';
import type { Hooks } from './hooks.ts';

/** A command ends within two seconds of a signal, or of the clean-up after it. */
const STOPPED_HOOK_MS = 1_500;

/**
 * Calls the hook after the run.
 * @param report absent if the run ended with an error
 * @throws {UsageError} if the hook fails
 */
export async function endRun({ afterRun }: Hooks, report: Report | undefined, isStopped: boolean): Promise<void> {
  if (afterRun) await callHook('afterRun', () => afterRun({ report }), isStopped ? STOPPED_HOOK_MS : undefined);
}
