/** Loads Prism. This module is only imported dynamically, because loading takes a tenth of a second. */
import { createRequire } from 'node:module';

type Prism = typeof import('#vendor/prism');
export type HttpOperation = Awaited<ReturnType<Prism['getHttpOperationsFromSpec']>>[number];
export type HttpRequest = Parameters<ReturnType<Prism['createInstance']>['request']>[0];

const prism = createRequire(import.meta.url)('#vendor/prism') as Prism;

export const createInstance: Prism['createInstance'] = prism.createInstance;
export const getHttpOperationsFromSpec: Prism['getHttpOperationsFromSpec'] = prism.getHttpOperationsFromSpec;

/** Generates a value of a schema, reproducible by seed. @returns undefined on failure */
export function generate(schema: object, seed: string): unknown {
  const made = prism.generate({} as HttpOperation, {}, schema, seed);
  return made._tag === 'Right' ? made.right : undefined;
}
