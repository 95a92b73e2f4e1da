import { UsageError } from '../../core/errors.ts';
import { checkHooks } from '../../runner/hooks/check-hooks.ts';
import { HOOK_NAMES, type Hooks } from '../../runner/hooks/hooks.ts';
import type { ParsedOptions } from '../options/options.ts';
import { importModule } from './import-module.ts';

/**
 * Loads the module of `--hooks`: its default export, or its exported functions.
 * @throws {UsageError} if it cannot be loaded, with its place
 */
export async function loadHooks(args: ParsedOptions): Promise<Hooks> {
  const file = args.string('hooks');
  if (file === undefined || args.flag('no-setup')) return {};
  const from = args.allOf('hooks')?.at(-1)?.from ?? '--hooks';
  const exported = await importModule(file, from);
  const { default: own } = exported;
  if (typeof own === 'object' && own !== null) return checkHooks(own);
  const hooks = checkHooks(Object.fromEntries(Object.entries(exported).filter(([name]) => name !== 'default')));
  if (Object.keys(hooks).length > 0) return hooks;
  throw new UsageError(
    `${from}: ${file} exports no hooks: write \`export default { beforeRun() { … } }\`. Hooks: ${HOOK_NAMES.join(', ')}`,
  );
}
