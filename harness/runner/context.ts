import { Fresh } from '../generate/requests/unique-values.ts';
import { type Grade, graded } from '../checks/severity.ts';
import { createChecks } from '../checks/index.ts';
import type { VerifyConfig } from './options.ts';
import type { Contract } from '../openapi/contract.ts';
import { nearest, UsageError } from '../core/errors.ts';
import type { Operation } from '../core/model.ts';
import type { OpenTarget } from './open-target.ts';
import { inShard } from './shard.ts';
import { newAcquaintance } from './service-state.ts';
import { standInCredentials } from '../http/credentials.ts';
import type { SuiteContext } from './suite.ts';

/** Headers that say who asks. */
const CREDENTIAL = /auth|cookie|key|token|secret/i;

/** What is asked about: a part of the contract, and how findings count. */
export interface Matter {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly grade: Grade;
}

/** What suites work with, from the widened options of a run that begins now. */
export function createContext(
  config: VerifyConfig,
  { contract, operations, grade }: Matter,
  { target, transport }: OpenTarget,
  signal: AbortSignal,
): Omit<SuiteContext, 'leaveOut'> {
  const { shard, seed, concurrency, runs, examples, timeout } = config;
  return {
    contract,
    operations,
    target,
    checks: createChecks(contract).map((check) => graded(check, grade)),
    grade,
    asks: ({ id }) => shard === undefined || inShard(shard, id),
    fresh: new Fresh(seed),
    seed,
    concurrency,
    runs,
    examples,
    timeout,
    transport,
    ...access(config, contract),
    deadline: performance.now() + config.maxTime,
    acquaintance: newAcquaintance(),
    signal,
  };
}

/** A live service is given what the caller says; the mock, what its document asks for. */
function access(
  { target, headers }: VerifyConfig,
  contract: Contract,
): Pick<SuiteContext, 'credentials' | 'authorized'> {
  const given = { headers, query: [] };
  if (target !== undefined)
    return { credentials: () => given, authorized: headers.some(([name]) => CREDENTIAL.test(name)) };
  const byOperation = new Map(
    contract.operations.map((operation) => {
      const standIn = standInCredentials(contract, operation);
      return [operation.id, { headers: [...standIn.headers, ...headers], query: standIn.query }] as const;
    }),
  );
  return { credentials: ({ id }) => byOperation.get(id) ?? given, authorized: true };
}

/**
 * The operations with these ids; all where there are none.
 * @throws {UsageError} for an unknown one, naming the nearest
 */
export function chooseOperations(contract: Contract, names: readonly string[]): readonly Operation[] {
  if (names.length === 0) return contract.operations;
  const known = contract.operations.map(({ id }) => id);
  return [...new Set(names)].map((name) => {
    const operation = contract.operation(name);
    if (operation) return operation;
    const guess = nearest(name, known);
    throw new UsageError(
      `Unknown operation "${name}".${guess ? ` Did you mean ${guess}?` : ''} Operations: ${known.join(', ')}`,
    );
  });
}
