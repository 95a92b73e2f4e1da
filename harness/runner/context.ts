import { createChecks } from '../checks/index.ts';
import { type SeverityPolicy, withSeverity } from '../checks/severity.ts';
import { didYouMean, UsageError } from '../core/errors.ts';
import type { Operation } from '../core/model.ts';
import { UniqueValues } from '../generate/requests/unique-values.ts';
import { placeholderCredentials } from '../http/credentials.ts';
import type { Contract } from '../openapi/contract.ts';
import { readCorrections } from '../openapi/resources/corrections.ts';
import { resourceModel } from '../openapi/resources/infer.ts';
import type { RunTarget } from './open-target.ts';
import type { RunConfig } from './options.ts';
import { isInShard } from './shard.ts';
import { type CaseSource, createExecutor, type Executor, type RunControl, type StatefulSettings } from './suite.ts';
import { loadExamples } from './suites/examples.ts';

/** Names of headers that carry credentials. */
const CREDENTIAL_HEADER = /auth|cookie|key|token|secret/i;

/** What all suites of a run work with; each has its own reports of what it skips. */
export interface RunContext {
  readonly source: CaseSource;
  readonly executor: Executor;
  readonly control: Omit<RunControl, 'onSkip' | 'onCaseCount'>;
  readonly stateful?: StatefulSettings;
}

/**
 * Loads what the cases of a run are made from.
 * @throws {InputError} for an example file that cannot be used
 */
export function createCaseSource(
  { seed, randomCases, target, headers, examples }: RunConfig,
  contract: Contract,
  operations: readonly Operation[],
): CaseSource {
  const unique = new UniqueValues(seed);
  return {
    contract,
    operations,
    unique,
    seed,
    randomCases,
    examples: loadExamples({ contract, unique, operations }, examples),
    hasCredentials: target === undefined || headers.some(([name]) => CREDENTIAL_HEADER.test(name)),
  };
}

/** What suites work with, in a run that begins now. */
export function createRunContext(
  config: RunConfig,
  source: CaseSource,
  severityPolicy: SeverityPolicy,
  { client, transport }: RunTarget,
  signal: AbortSignal,
): RunContext {
  const { shard, concurrency, timeoutMs, maxTimeMs } = config;
  const { contract } = source;
  const checks = createChecks(contract).map((check) => withSeverity(check, severityPolicy));
  const credentials = credentialsFor(config, contract);
  return {
    source,
    executor: createExecutor({
      contract,
      unique: source.unique,
      client,
      checks,
      severityPolicy,
      credentials,
      hasCredentials: source.hasCredentials,
      timeoutMs,
      transport,
      signal,
    }),
    control: {
      signal,
      deadline: performance.now() + maxTimeMs,
      concurrency,
      isInShard: ({ id }) => shard === undefined || isInShard(shard, id),
    },
    ...(config.target === undefined ? {} : { stateful: statefulSettings(config, contract) }),
  };
}

function statefulSettings({ resources, keep, consistencyMs }: RunConfig, contract: Contract): StatefulSettings {
  return { model: () => resourceModel(contract, readCorrections(resources)), keep, consistencyMs };
}

/** A service gets the user's headers; the mock also placeholders for the credentials that its document requires. */
function credentialsFor({ target, headers }: RunConfig, contract: Contract): Executor['credentials'] {
  const given = { headers, query: [] };
  if (target !== undefined) return () => given;
  const byOperation = new Map(
    contract.operations.map((operation) => {
      const placeholder = placeholderCredentials(contract, operation);
      return [operation.id, { headers: [...placeholder.headers, ...headers], query: placeholder.query }] as const;
    }),
  );
  return ({ id }) => byOperation.get(id) ?? given;
}

/**
 * The operations with these ids; all if there are none.
 * @throws {UsageError} for an unknown id
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
