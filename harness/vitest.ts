import { afterAll, beforeAll, describe, test } from 'vitest';
import { type ContractTestsOptions, declareContractTests } from './runner/contract-tests.ts';

export type { ContractTestsOptions } from './runner/contract-tests.ts';

/**
 * Declares a Vitest test for each case, one for the sequences of each operation, and one that it was verified. All requests are sent before the first
 * test, as `verify` sends them, so that each case derives from a request that the service accepts.
 * @example
 * import { contractTests } from 'contract-harness/vitest';
 * contractTests({ spec: 'openapi.yaml', target: () => server.url });
 * @throws {InputError} for a document that cannot be used
 */
export function contractTests(options: ContractTestsOptions = {}): void {
  declareContractTests({ afterAll, beforeAll, describe, test }, options);
}
