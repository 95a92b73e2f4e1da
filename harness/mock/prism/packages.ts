/**
 * Loads Prism. Nothing imports this module but dynamically, because loading costs a quarter of a second. Of what Prism loads, Faker would
 * cost twice that again, and is loaded when a schema asks for it (`x-faker`); the reader of Postman collections, a third of the rest, never is.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const beside = createRequire(require.resolve('@stoplight/prism-http'));

deferFaker();
put('@stoplight/http-spec/postman/operation', {});

type PrismHttp = typeof import('@stoplight/prism-http');
export type HttpOperation = Awaited<ReturnType<PrismHttp['getHttpOperationsFromSpec']>>[number];
export type HttpRequest = Parameters<ReturnType<PrismHttp['createInstance']>['request']>[0];

export const createInstance: PrismHttp['createInstance'] = (require('@stoplight/prism-http') as PrismHttp)
  .createInstance;
export const { getHttpOperationsFromSpec } =
  require('@stoplight/prism-cli/dist/operations.js') as typeof import('@stoplight/prism-cli/dist/operations.js');
/** Writes a body of a media type: JSON, XML or text. */
export const { serialize } =
  require('@stoplight/prism-http-server/dist/serialize.js') as typeof import('@stoplight/prism-http-server/dist/serialize.js');

const generator =
  require('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js') as typeof import('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js');

/** A generated value of a plain schema, the same for the same seed; undefined where there is none. */
export function generate(schema: object, seed: string): unknown {
  const made = generator.generate({} as HttpOperation, {}, schema, seed);
  return made._tag === 'Right' ? made.right : undefined;
}

/** Puts a stand-in for Faker where Prism's generator will find it; it loads the real one when a member of it is read. */
function deferFaker(): void {
  const name = '@faker-js/faker';
  let real: object | undefined;
  const load = (): object => {
    if (!real) {
      delete require.cache[beside.resolve(name)];
      real = (beside(name) as { default: object }).default;
    }
    return real;
  };
  const get = (_: object, member: string | symbol) => Reflect.get(load(), member);
  put(name, { __esModule: true, default: new Proxy({}, { get, has: (_, member) => Reflect.has(load(), member) }) });
}

/** What a module that Prism loads shall be, unless it is loaded already. */
function put(name: string, exports: object): void {
  const id = beside.resolve(name);
  require.cache[id] ??= { id, filename: id, loaded: true, exports } as NodeJS.Module;
}
