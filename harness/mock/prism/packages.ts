/**
 * Loads Prism. This module is only imported dynamically, because loading takes a quarter of a second. Faker, which would
 * take twice as long again, is loaded on first use (`x-faker`); the reader of Postman collections is never loaded.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const requireInPrism = createRequire(require.resolve('@stoplight/prism-http'));

deferFaker();
replaceModule('@stoplight/http-spec/postman/operation', {});

type PrismHttp = typeof import('@stoplight/prism-http');
export type HttpOperation = Awaited<ReturnType<PrismHttp['getHttpOperationsFromSpec']>>[number];
export type HttpRequest = Parameters<ReturnType<PrismHttp['createInstance']>['request']>[0];

export const createInstance: PrismHttp['createInstance'] = (require('@stoplight/prism-http') as PrismHttp)
  .createInstance;
export const { getHttpOperationsFromSpec } =
  require('@stoplight/prism-cli/dist/operations.js') as typeof import('@stoplight/prism-cli/dist/operations.js');
/** Serializes a body as JSON, XML or text, by its media type. */
export const { serialize } =
  require('@stoplight/prism-http-server/dist/serialize.js') as typeof import('@stoplight/prism-http-server/dist/serialize.js');

const generator =
  require('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js') as typeof import('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js');

/** Generates a value of a schema, reproducible by seed. @returns undefined on failure */
export function generate(schema: object, seed: string): unknown {
  const made = generator.generate({} as HttpOperation, {}, schema, seed);
  return made._tag === 'Right' ? made.right : undefined;
}

/** Replaces Faker by a proxy that loads it on first use. */
function deferFaker(): void {
  const name = '@faker-js/faker';
  let real: object | undefined;
  const load = (): object => {
    if (!real) {
      delete require.cache[requireInPrism.resolve(name)];
      real = (requireInPrism(name) as { default: object }).default;
    }
    return real;
  };
  const get = (_: object, property: string | symbol) => Reflect.get(load(), property);
  replaceModule(name, {
    __esModule: true,
    default: new Proxy({}, { get, has: (_, property) => Reflect.has(load(), property) }),
  });
}

/** Replaces a module that Prism loads, unless it is already loaded. */
function replaceModule(name: string, exports: object): void {
  const id = requireInPrism.resolve(name);
  require.cache[id] ??= { id, filename: id, loaded: true, exports } as NodeJS.Module;
}
