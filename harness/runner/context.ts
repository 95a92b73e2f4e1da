import { createChecks } from '../checks/index.ts';
import { type SeverityPolicy, withSeverity } from '../checks/severity.ts';
import { didYouMean, InputError, UsageError } from '../core/errors.ts';
import type { Operation } from '../core/model.ts';
import { joinSignals } from '../core/util/join-signals.ts';
import { uniqueFieldNames } from '../generate/requests/find-unique-fields.ts';
import { readKnownValues } from '../generate/requests/read-known-values.ts';
import { UniqueValues } from '../generate/requests/unique-values.ts';
import type { Contract } from '../openapi/contract.ts';
import { readCorrections } from '../openapi/resources/corrections/corrections.ts';
import { resourceModel } from '../openapi/resources/infer.ts';
import type { ResourceModel, ResourceType } from '../openapi/resources/model.ts';
import { restrictModel } from '../openapi/resources/restrict-model.ts';
import { sourceLocation } from '../openapi/source/origins.ts';
import { loginValues } from './auth/login.ts';
import { checkAuth } from './auth/session.ts';
import { withGiven } from './pool/given-identifiers.ts';
import type { RunService } from './service/open-service.ts';
import type { RunConfig } from './settings/options.ts';
import { originOf } from './settings/origins.ts';
import { Repetition } from './settings/repetition.ts';
import { sendableOperations } from './settings/select-operations.ts';
import { isInShard, shareOf } from './settings/shard.ts';
import {
  type CaseSource,
  createExecutor,
  type Executor,
  type RestartService,
  type RunControl,
  type StatefulSettings,
} from './suite.ts';
import { loadExamples } from './suites/examples.ts';
import type { TimeLimit } from './time-limit.ts';

/** Names of headers that carry credentials. */
const CREDENTIAL_HEADER = /auth|cookie|key|token|secret/i;

/** What all suites of a run work with; each has its own reports of what it skips. */
export interface RunContext {
  readonly source: CaseSource;
  readonly executor: Executor;
  readonly control: Omit<RunControl, 'onSkip' | 'onCaseCount'>;
  readonly stateful?: StatefulSettings;
}

/** Ids of the operations whose results count: requests to others only prepare those. */
export function testedIds({ source }: Pick<RunContext, 'source'>): ReadonlySet<string> {
  return new Set(source.operations.map(({ id }) => id));
}

/**
 * Loads what the cases of a run are made from.
 * @throws {InputError} for an example file or a known value that cannot be used
 */
export function createCaseSource(config: RunConfig, contract: Contract, operations: readonly Operation[]): CaseSource {
  const { seed, effort, randomCases, target, headers, auth, examples, allowRefs } = config;
  const hasHeader = headers.some(([name]) => CREDENTIAL_HEADER.test(name));
  const unique = new UniqueValues(seed, { declared: checkUniqueNames(config, contract) });
  checkAuth(contract, auth);
  const named = loadExamples({ contract, unique, operations }, examples, allowRefs);
  unique.addKnown(loginValues(contract, named, auth));
  unique.addKnown(readKnownValues(contract, config.values));
  return {
    contract,
    operations,
    unique,
    seed,
    effort,
    randomCases,
    examples: named,
    hasCredentials: target === undefined || auth.length > 0 || hasHeader,
  };
}

function checkUniqueNames({ unique, origins, values }: RunConfig, contract: Contract): readonly string[] {
  const known = [...new Set(contract.operations.flatMap((operation) => uniqueFieldNames(contract, operation)))];
  for (const name of unique) {
    if (!known.includes(name)) {
      const guess = didYouMean(name, known);
      const hint = guess === undefined ? '' : ` Did you mean ${guess}?`;
      throw new UsageError(`${originOf(origins, 'unique', name)}: no request body has a property ${name}.${hint}`);
    }
    if (!Object.hasOwn(values, name) || contract.operation(name)) continue;
    const problem = `${name} has one value everywhere, so that it cannot be unique, as \`unique\` says`;
    throw new InputError(
      `values.${name}: ${problem}. Remove one of them, or give the value at one operation.`,
      sourceLocation(values, name),
    );
  }
  return unique;
}

/** When a run ends, and who starts its service again. */
interface RunLimits {
  readonly signal: AbortSignal;
  readonly limit: TimeLimit;
  readonly restart?: RestartService | undefined;
}

/** What suites work with, in a run that begins now. */
export function createRunContext(
  config: RunConfig,
  source: CaseSource,
  severityPolicy: SeverityPolicy,
  { client, transport, credentials, hasCredentials, renew, sent, prepare, notify }: RunService,
  { signal, limit, restart }: RunLimits,
): RunContext {
  const { shard, concurrency, timeoutMs } = config;
  const { contract } = source;
  const checks = createChecks(contract).map((check) => withSeverity(check, severityPolicy));
  return {
    source: { ...source, hasCredentials },
    executor: createExecutor({
      contract,
      unique: source.unique,
      client,
      checks,
      severityPolicy,
      credentials,
      renew,
      sentRequests: sent,
      prepare,
      notify,
      hasCredentials,
      timeoutMs,
      transport,
      signal: joinSignals(signal, limit.signal),
      ...(restart ? { restart } : {}),
    }),
    control: {
      signal,
      deadline: limit.deadline,
      concurrency,
      isSelected: (id) => shard === undefined || isInShard(shard, id),
      ...(config.only ? { repetition: new Repetition(config.only) } : {}),
    },
    stateful: statefulSettings(config, source),
  };
}

/** The resources of the operations under test, with the records that the user names. */
export function modelUnderTest({ resources, selection }: RunConfig, { contract, unique }: CaseSource): ResourceModel {
  const inferred = resourceModel(contract, readCorrections(resources));
  return withGiven(contract, restrictModel(inferred, sendableOperations(contract, selection)), unique);
}

function statefulSettings(config: RunConfig, source: CaseSource): StatefulSettings {
  const { selection, keep, consistencyMs, shard } = config;
  const { contract } = source;
  const model = once(() => modelUnderTest(config, source));
  // By name: a suite has types of its own, with the operations under test.
  const share = once(() => shard && new Set([...shareOf(shard, model().types, requestsFor)].map(({ name }) => name)));
  return {
    model,
    isInShard: ({ name }) => share()?.has(name) !== false,
    // The records of the built-in mock end with it.
    keep: keep || config.target === undefined,
    consistencyMs,
    // The built-in mock has no sessions, and no data of others.
    isNamed: (operation) =>
      config.target === undefined || selection.include.some((name) => contract.operation(name) === operation),
    isSelective: selection.include.length > 0,
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** About how many requests the sequences of a type have: in proportion to its operations, and none if it has no records. */
function requestsFor({ operations, singleton }: ResourceType): number {
  return singleton || operations.some(({ creates }) => creates) ? operations.length : 0;
}
