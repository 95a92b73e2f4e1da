/**
 * Loads Prism. Nothing imports this module but dynamically, because loading costs a quarter of a second;
 * Faker, which would cost twice that again, is loaded when a schema asks for it (`x-faker`).
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

deferFaker();

type PrismHttp = typeof import('@stoplight/prism-http');
export type HttpOperation = Awaited<ReturnType<PrismHttp['getHttpOperationsFromSpec']>>[number];
export type HttpRequest = Parameters<ReturnType<PrismHttp['createInstance']>['request']>[0];

export const { createInstance } = require('@stoplight/prism-http') as PrismHttp;
export const { getHttpOperationsFromSpec } =
  require('@stoplight/prism-cli/dist/operations.js') as typeof import('@stoplight/prism-cli/dist/operations.js');
export const { validateInput } =
  require('@stoplight/prism-http/dist/validator/index.js') as typeof import('@stoplight/prism-http/dist/validator/index.js');
/** Writes a body of a media type: JSON, XML or text. */
export const { serialize } =
  require('@stoplight/prism-http-server/dist/serialize.js') as typeof import('@stoplight/prism-http-server/dist/serialize.js');

/** Puts a stand-in for Faker where Prism's generator will find it; it loads the real one when a member of it is read. */
function deferFaker(): void {
  const beside = createRequire(require.resolve('@stoplight/prism-http'));
  const id = beside.resolve('@faker-js/faker');
  if (require.cache[id]) return;
  let real: object | undefined;
  const load = (): object => {
    if (real) return real;
    delete require.cache[id];
    real = (beside(id) as { default: object }).default;
    return real;
  };
  const standIn = new Proxy(
    {},
    { get: (_, name) => Reflect.get(load(), name), has: (_, name) => Reflect.has(load(), name) },
  );
  const module = { id, filename: id, loaded: true, exports: { __esModule: true, default: standIn } };
  require.cache[id] = module as unknown as NodeJS.Module;
}
