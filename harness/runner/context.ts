import { createChecks } from '../checks/index.ts';
import { type SeverityPolicy, withSeverity } from '../checks/severity.ts';
import { didYouMean, UsageError } from '../core/errors.ts';
import type { Operation } from '../core/model.ts';
import { UniqueValues } from '../generate/requests/unique-values.ts';
import { placeholderCredentials } from '../http/credentials.ts';
import type { Contract } from '../openapi/contract.ts';
import type { RunTarget } from './open-target.ts';
import type { RunConfig } from './options.ts';
import { createServiceState } from './service-state.ts';
import { isInShard } from './shard.ts';
import type { SuiteContext } from './suite.ts';

/** Headers that say who asks. */
const CREDENTIAL = /auth|cookie|key|token|secret/i;

/** What is asked about: a part of the contract, and how findings count. */
export interface RunScope {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly severityPolicy: SeverityPolicy;
}

/** What suites work with, from the widened options of a run that begins now. */
export function createRunContext(
  config: RunConfig,
  { contract, operations, severityPolicy }: RunScope,
  { target, transport }: RunTarget,
  signal: AbortSignal,
): Omit<SuiteContext, 'onSkip'> {
  const { shard, seed, concurrency, randomCases, examples, timeoutMs } = config;
  return {
    contract,
    operations,
    target,
    checks: createChecks(contract).map((check) => withSeverity(check, severityPolicy)),
    severityPolicy,
    isInShard: ({ id }) => shard === undefined || isInShard(shard, id),
    unique: new UniqueValues(seed),
    seed,
    concurrency,
    randomCases,
    examples,
    timeoutMs,
    transport,
    ...access(config, contract),
    deadline: performance.now() + config.maxTimeMs,
    serviceState: createServiceState(),
    signal,
  };
}

/** A live service is given what the caller says; the mock, what its document asks for. */
function access(
  { target, headers }: RunConfig,
  contract: Contract,
): Pick<SuiteContext, 'credentials' | 'hasCredentials'> {
  const given = { headers, query: [] };
  if (target !== undefined)
    return { credentials: () => given, hasCredentials: headers.some(([name]) => CREDENTIAL.test(name)) };
  const byOperation = new Map(
    contract.operations.map((operation) => {
      const standIn = placeholderCredentials(contract, operation);
      return [operation.id, { headers: [...standIn.headers, ...headers], query: standIn.query }] as const;
    }),
  );
  return { credentials: ({ id }) => byOperation.get(id) ?? given, hasCredentials: true };
}

/**
 * The operations with these ids; all where there are none.
 * @throws {UsageError} for an unknown one, naming the nearest
 */
export function selectOperations(contract: Contract, names: readonly string[]): readonly Operation[] {
  if (names.length === 0) return contract.operations;
  const known = contract.operations.map(({ id }) => id);
  return [...new Set(names)].map((name) => {
    const operation = contract.operation(name);
    if (operation) return operation;
    const guess = didYouMean(name, known);
    throw new UsageError(
      `Unknown operation "${name}".${guess ? ` Did you mean ${guess}?` : ''} Operations: ${known.join(', ')}`,
    );
  });
}
