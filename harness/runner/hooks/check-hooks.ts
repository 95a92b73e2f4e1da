import { didYouMean, UsageError } from '../../core/errors.ts';
import { HOOK_NAMES, type Hooks } from './hooks.ts';

/**
 * Checks what a module exports as hooks.
 * @throws {UsageError} for an unknown name, with the nearest one, and for what is no function
 */
export function checkHooks(hooks: object): Hooks {
  for (const [name, hook] of Object.entries(hooks)) {
    if (!HOOK_NAMES.some((known) => known === name)) {
      const guess = didYouMean(name, HOOK_NAMES);
      const hint = guess === undefined ? `Hooks: ${HOOK_NAMES.join(', ')}` : `Did you mean ${guess}?`;
      throw new UsageError(`hooks: unknown hook ${name}. ${hint}`);
    }
    if (typeof hook !== 'function' && hook !== undefined) throw new UsageError(`hooks: ${name} must be a function`);
  }
  return hooks;
}
