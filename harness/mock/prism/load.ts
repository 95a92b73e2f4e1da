import { toDoubles } from '../../core/json/index.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import { type NamedText, SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isGenerated } from './generated-patterns.ts';
import type { HttpOperation } from './packages.ts';
import { prismDocument } from './prism-document.ts';

export type Prism = typeof import('./packages.ts');

/** Prism with the operations of one contract. */
export interface LoadedPrism {
  readonly instance: ReturnType<Prism['createInstance']>;
  readonly values: SchemaRepair;
  /** Returns an operation as Prism reads it, when it is used: most of a large document is never requested. */
  operation(operation: Operation): Promise<HttpOperation>;
}

/** Prism neither validates nor forwards requests. */
export const CONFIG = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

/** So many operations are kept as Prism reads them, some 20 kB each: it is asked once for each different response. */
const MAX_OPERATIONS = 100;

/** Loads Prism and creates an instance for a contract. */
export async function loadPrism(contract: Contract, namedText?: NamedText): Promise<LoadedPrism> {
  const prism = await import('./packages.ts');
  const operations = new Map<Operation, Promise<HttpOperation>>();
  const instance = prism.createInstance({ ...CONFIG, mock: { dynamic: false } }, {
    logger: silentLogger(),
    // The request is already routed; there is only one operation.
    route: ({ resources: [resource] }) =>
      resource ? { _tag: 'Right', right: resource } : { _tag: 'Left', left: new RangeError('no operation') },
  } as Parameters<Prism['createInstance']>[1]);
  const values = new SchemaRepair(contract, (schema) => generateStrings(prism.generate, schema), namedText);
  return { instance, values, operation: readOnce };

  function readOnce(operation: Operation): Promise<HttpOperation> {
    const known = operations.get(operation);
    if (known) return known;
    const read = readOperation(prism, contract, operation);
    const [oldest] = operations.size < MAX_OPERATIONS ? [] : operations.keys();
    if (oldest) operations.delete(oldest);
    operations.set(operation, read);
    return read;
  }
}

async function readOperation(prism: Prism, contract: Contract, operation: Operation): Promise<HttpOperation> {
  const [found] = await prism.getHttpOperationsFromSpec(prismDocument(contract, operation));
  if (!found) throw new RangeError(`Prism does not read ${operation.method} ${operation.path}`);
  return found;
}

/** Seeds to try: some generated values violate keywords that the generator does not support. */
export const SEEDS = ['1', '2', '3', '4', '5', '6', '7', '8'];

function* generateStrings(generate: Prism['generate'], schema: Readonly<Record<string, JsonValue>>): Generator<string> {
  const { pattern } = schema;
  if (typeof pattern === 'string' && !isGenerated(pattern)) return;
  for (const seed of SEEDS) {
    const text = generate(toDoubles(schema) as object, seed);
    if (typeof text === 'string') yield text;
  }
}

/** Creates a logger for Prism without output. */
function silentLogger(): unknown {
  const none = () => {};
  const logger = { info: none, warn: none, error: none, debug: none, success: none, trace: none, fatal: none };
  return { ...logger, child: () => logger };
}
