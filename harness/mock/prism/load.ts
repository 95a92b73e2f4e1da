import type { JsonValue } from '../../core/model.ts';
import { SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { encodeExactNumbers } from './exact-numbers.ts';
import { isGenerated } from './generated-patterns.ts';
import type { HttpOperation } from './packages.ts';
import { prismDocument, queryPath } from './prism-document.ts';

export type Prism = typeof import('./packages.ts');
/** Prism with the operations of one contract. */
export interface LoadedPrism {
  readonly serialize: Prism['serialize'];
  readonly instance: ReturnType<Prism['createInstance']>;
  readonly operations: ReadonlyMap<string, HttpOperation>;
  readonly values: SchemaRepair;
}

/** What Prism is told of every request: it neither judges nor forwards. */
export const CONFIG = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

/** Loads Prism and makes an instance of it for a contract. */
export async function loadPrism(contract: Contract): Promise<LoadedPrism> {
  const prism = await import('./packages.ts');
  const found = await prism.getHttpOperationsFromSpec(encodeExactNumbers(prismDocument(contract)) as object);
  const operations = new Map(found.map((operation) => [operationKey(operation.method, operation.path), operation]));
  const instance = prism.createInstance({ ...CONFIG, mock: { dynamic: false } }, {
    logger: silent(),
    // The front has routed the request; it hands over the one operation that is meant.
    route: ({ resources: [resource] }) =>
      resource ? { _tag: 'Right', right: resource } : { _tag: 'Left', left: new RangeError('no operation') },
  } as Parameters<Prism['createInstance']>[1]);
  const values = new SchemaRepair(contract, (schema) => textsOf(prism.generate, schema));
  return { serialize: prism.serialize, instance, operations, values };
}

/** Tries at a generated value, some of which may miss what the generator does not know of. */
export const SEEDS = ['1', '2', '3', '4', '5', '6', '7', '8'];

function* textsOf(generate: Prism['generate'], schema: Readonly<Record<string, JsonValue>>): Generator<string> {
  const { pattern } = schema;
  if (typeof pattern === 'string' && !isGenerated(pattern)) return;
  for (const seed of SEEDS) {
    const text = generate(encodeExactNumbers(schema) as object, seed);
    if (typeof text === 'string') yield text;
  }
}

/** The key of an operation in {@link LoadedPrism.operations}. */
export function operationKey(method: string, path: string): string {
  return method === 'QUERY' ? operationKey('POST', queryPath(path)) : `${method.toUpperCase()} ${path}`;
}

/** A logger as Prism wants it, that says nothing. */
function silent(): unknown {
  const none = () => {};
  const logger = { info: none, warn: none, error: none, debug: none, success: none, trace: none, fatal: none };
  return { ...logger, child: () => logger };
}
