import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SeverityLevels } from '../../checks/severity.ts';
import { UsageError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/model.ts';
import type { CaseSelection, Shard } from '../../core/report.ts';
import { userCacheFolder } from '../../core/util/content-cache.ts';
import { proxyFor } from '../../http/proxy-env.ts';
import { DEFAULT_STREAM_LIMITS, type StreamLimits } from '../../http/stream-limits.ts';
import { readTls, type TlsSettings } from '../../http/tls.ts';
import { requireDocument } from '../../openapi/find-document.ts';
import { readCorrections } from '../../openapi/resources/corrections/corrections.ts';
import { type AuthSetting, readAuth } from '../auth/read-auth.ts';
import { type CallbackAddress, readCallbackAddress } from '../callbacks/callback-address.ts';
import { checkHooks } from '../hooks/check-hooks.ts';
import type { Hooks } from '../hooks/hooks.ts';
import { checkEffort, DEFAULT_EFFORT, type Effort, RANDOM_CASES } from './effort.ts';
import type { Origins } from './origins.ts';
import { readSeverity } from './read-severity.ts';
import { readHeaders, readTarget } from './read-target.ts';
import type { OperationSelection } from './select-operations.ts';
import { chooseSuites, type SuiteName } from './suite-names.ts';
import type { VerifyOptions } from './verify-options.ts';

/** {@link VerifyOptions} with everything present. */
export interface RunConfig {
  readonly spec: string | object;
  readonly overlays: readonly string[];
  readonly allowRefs: readonly string[];
  readonly target: string | undefined;
  readonly tls: TlsSettings;
  readonly proxy: string | undefined;
  readonly rate: number | undefined;
  readonly examples: readonly string[];
  readonly suites: readonly SuiteName[];
  /** Whether the user leaves the choice of suites to the program. */
  readonly hasDefaultSuites: boolean;
  readonly selection: OperationSelection;
  readonly values: JsonObject;
  readonly unique: readonly string[];
  readonly origins: Origins;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly secretFields: readonly string[];
  readonly auth: readonly AuthSetting[];
  readonly hooks: Hooks;
  readonly severity: SeverityLevels;
  readonly callbackAddress: CallbackAddress | undefined;
  readonly baseline: string | undefined;
  readonly resources: JsonObject;
  readonly only: CaseSelection | undefined;
  readonly shard: Shard | undefined;
  readonly timeoutMs: number;
  readonly streamLimits: StreamLimits;
  readonly waitMs: number;
  readonly seed: number;
  readonly effort: Effort;
  readonly randomCases: number;
  readonly lint: boolean;
  /** Digest of a document that an earlier run found without errors: it is not linted again. */
  readonly soundDocument?: string | undefined;
  readonly concurrency: number;
  readonly maxTimeMs: number;
  readonly keep: boolean;
  readonly consistencyMs: number;
  readonly cache: string | undefined;
}

/**
 * Fills in the defaults.
 * @param env has the proxy variables, and those of `auth`
 * @param origins where settings come from, for messages
 * @throws {UsageError} for an unknown suite, a bad URL, a file that cannot be read or a number out of range
 */
export function resolveOptions(
  options: VerifyOptions,
  env: NodeJS.ProcessEnv = process.env,
  origins: Origins = new Map(),
): RunConfig {
  const address = options.target === undefined ? undefined : readTarget(options.target);
  const spec = options.spec ?? requireDocument();
  const effort = checkEffort(options.effort ?? DEFAULT_EFFORT);
  return {
    spec,
    overlays: options.overlays ?? [],
    allowRefs: options.allowRefs ?? [],
    target: address?.url,
    tls: readTls(options),
    proxy: options.proxy ?? (address && proxyFor(address.url, env)),
    rate: options.rate === undefined ? undefined : positive('rate', options.rate),
    examples: options.examples ?? (options.spec === undefined ? defaultExamples() : []),
    suites: chooseSuites(options, effort),
    hasDefaultSuites: options.suites === undefined,
    selection: {
      include: options.include ?? [],
      exclude: options.exclude ?? [],
      safeMethodsOnly: options.safeMethodsOnly ?? false,
      origins,
    },
    values: options.values ?? {},
    unique: options.unique ?? [],
    origins,
    secretFields: options.secretFields ?? [],
    headers: [...(address?.headers ?? []), ...readHeaders(options.headers ?? [])],
    auth: readAuth(options.auth ?? {}, env),
    hooks: checkHooks(options.hooks ?? {}),
    severity: readSeverity(options.severity ?? {}),
    callbackAddress: options.callbackHost === undefined ? undefined : readCallbackAddress(options.callbackHost),
    baseline: options.baseline,
    resources: checkCorrections(options.resources ?? {}),
    only: options.only,
    shard: checkShard(options),
    timeoutMs: Math.min(positive('timeout', options.timeout ?? 10_000), MAX_TIMEOUT_MS),
    streamLimits: {
      ...DEFAULT_STREAM_LIMITS,
      ...(options.streamItems === undefined ? {} : { maxItems: positive('stream-items', options.streamItems) }),
      ...(options.streamTime === undefined ? {} : { maxTimeMs: positive('stream-time', options.streamTime) }),
    },
    waitMs: options.wait ?? 0,
    seed: options.seed === 'random' ? randomSeed() : (options.seed ?? DEFAULT_SEED),
    // What is repeated is named case by case.
    effort: options.only ? DEFAULT_EFFORT : effort,
    randomCases: options.runs ?? RANDOM_CASES[effort],
    lint: options.lint ?? true,
    concurrency: positive('concurrency', options.concurrency ?? 8),
    maxTimeMs: options.maxTime ?? Number.POSITIVE_INFINITY,
    keep: options.keep ?? false,
    consistencyMs: options.consistency ?? CONSISTENCY_MS,
    cache: options.cache === false ? undefined : (options.cache ?? defaultCache(env)),
  };
}

function defaultCache(env: NodeJS.ProcessEnv): string | undefined {
  const folder = userCacheFolder(env);
  return folder && join(folder, 'contract-harness');
}

/** Fails now for what is no correction; the names in it can be checked with the document only. */
function checkCorrections(resources: JsonObject): JsonObject {
  readCorrections(resources);
  return resources;
}

/** For eventual consistency. */
const CONSISTENCY_MS = 2000;

/** A day. Longer timers overflow (see MAX_TIMER_MS), also when another wait is added. */
const MAX_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** The same inputs give the same verdict. */
const DEFAULT_SEED = 1;

const DEFAULT_EXAMPLES = 'fixtures/examples';

function defaultExamples(): string[] {
  return existsSync(DEFAULT_EXAMPLES) ? [DEFAULT_EXAMPLES] : [];
}

/** Shards divide the same cases, so all need the same seed. */
function checkShard({ shard, seed, only }: VerifyOptions): Shard | undefined {
  if (shard && only) throw new UsageError('a shard has its part of all cases: it cannot repeat some');
  if (shard && seed === 'random') throw new UsageError('--shard needs the same --seed for every shard, not random');
  // One of one is the whole run, which decides what is verified.
  return shard?.count === 1 ? undefined : shard;
}

function positive(name: string, value: number): number {
  if (value > 0) return value;
  throw new UsageError(`--${name} must be greater than 0, not ${value}`);
}

function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
