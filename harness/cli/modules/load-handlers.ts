import { UsageError } from '../../core/errors.ts';
import { checkHandlers, type Handlers } from '../../mock/control/check-handlers.ts';
import { importModule } from './import-module.ts';

/**
 * Loads the module of `--handlers`: its default export, or all its exports, by operationId.
 * @throws {UsageError} if it cannot be loaded, or exports something else
 */
export async function loadHandlers(file: string | undefined): Promise<Handlers> {
  if (file === undefined) return {};
  const exported = await importModule(file, '--handlers');
  const { default: own, ...named } = exported;
  const handlers = typeof own === 'object' && own !== null ? own : named;
  if (Object.keys(handlers).length > 0) return checkHandlers(handlers);
  throw new UsageError(
    `--handlers: ${file} exports no handlers: write \`export default { getBook: () => ({ status: 404 }) }\``,
  );
}
