import { existsSync } from 'node:fs';
import { CHECK_IDS } from '../checks/index.ts';
import type { SeverityLevel } from '../checks/severity.ts';
import { didYouMean, UsageError } from '../core/errors.ts';
import type { JsonObject } from '../core/model.ts';
import type { Shard } from '../core/report.ts';
import { proxyFor } from '../http/proxy-env.ts';
import { readTls, type TlsFiles, type TlsSettings } from '../http/tls.ts';
import { requireDocument } from '../openapi/find-document.ts';
import { readCorrections } from '../openapi/resources/corrections.ts';
import { maskMalformedUrl } from '../report/redact.ts';

/** The suites that send cases one by one. */
export const CASE_SUITES = ['examples', 'generated', 'dredd'] as const;

/** The suites, in the order in which they are shown. */
export const SUITES = ['examples', 'generated', 'dredd', 'stateful'] as const;
export type SuiteName = (typeof SUITES)[number];

/** Options of `verify`; each has a default. */
export interface VerifyOptions extends TlsFiles {
  /** Path of an OpenAPI 3 document; default: `spec/openapi.yaml` or `openapi.{yaml,yml,json}` in the working folder. */
  readonly spec?: string | undefined;
  readonly overlays?: readonly string[] | undefined;
  /** Folders that a `$ref` may lead to, besides the repository of the document. */
  readonly allowRefs?: readonly string[] | undefined;
  /** Base URL of a service, with or without a path, or with `user:password@`; absent: the mock is started. */
  readonly target?: string | undefined;
  /** URL of a proxy; default: from HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxy?: string | undefined;
  /** Maximum requests per second; default: no limit. */
  readonly rate?: number | undefined;
  /** Files or folders of named requests; default: `fixtures/examples` if no document is named. */
  readonly examples?: readonly string[] | undefined;
  /** Default: all; without a target all but `stateful`, since the mock keeps no records. */
  readonly suites?: readonly string[] | undefined;
  /** Ids of the operations to test; default: all. */
  readonly operations?: readonly string[] | undefined;
  /** Sent with every request. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Severity of the findings of a check, by its id. */
  readonly severity?: Readonly<Record<string, SeverityLevel>> | undefined;
  /** A file of known findings: warnings instead of errors. */
  readonly baseline?: string | undefined;
  /** Corrections of the resource types that are inferred, as `resources` in contract.yaml. */
  readonly resources?: JsonObject | undefined;
  /** Runs one shard of the cases, always the same for the same seed. */
  readonly shard?: Shard | undefined;
  /** Response timeout in milliseconds; default 10,000. */
  readonly timeout?: number | undefined;
  /** How long to wait for the target to listen, in milliseconds; default 0. */
  readonly wait?: number | undefined;
  /** Seed of the random requests, or `random` for a new one; default 1. */
  readonly seed?: number | 'random' | undefined;
  /** Random requests per operation, valid and invalid each; default 20. */
  readonly runs?: number | undefined;
  /** Whether a document with lint errors is rejected; default true. */
  readonly lint?: boolean | undefined;
  /** Maximum concurrent requests; default 8. */
  readonly concurrency?: number | undefined;
  /** Milliseconds after which nothing more is sent; default: no limit. */
  readonly maxTime?: number | undefined;
  /** Leaves the records that sequences of requests have created; default false. */
  readonly keep?: boolean | undefined;
  /** How long sequences wait until a read shows a change, in milliseconds; default 2,000. */
  readonly consistency?: number | undefined;
}

/** {@link VerifyOptions} with everything present. */
export interface RunConfig {
  readonly spec: string;
  readonly overlays: readonly string[];
  readonly allowRefs: readonly string[];
  readonly target: string | undefined;
  readonly tls: TlsSettings;
  readonly proxy: string | undefined;
  readonly rate: number | undefined;
  readonly examples: readonly string[];
  readonly suites: readonly SuiteName[];
  readonly operations: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly severity: Readonly<Record<string, SeverityLevel>>;
  readonly baseline: string | undefined;
  readonly resources: JsonObject;
  readonly shard: Shard | undefined;
  readonly timeoutMs: number;
  readonly waitMs: number;
  readonly seed: number;
  readonly randomCases: number;
  readonly lint: boolean;
  readonly concurrency: number;
  readonly maxTimeMs: number;
  readonly keep: boolean;
  readonly consistencyMs: number;
}

/**
 * Fills in the defaults.
 * @param env has the proxy variables
 * @throws {UsageError} for an unknown suite, a bad URL, a file that cannot be read or a number out of range
 */
export function resolveOptions(options: VerifyOptions, env: NodeJS.ProcessEnv = process.env): RunConfig {
  const address = options.target === undefined ? undefined : readTarget(options.target);
  const spec = options.spec ?? requireDocument();
  return {
    spec,
    overlays: options.overlays ?? [],
    allowRefs: options.allowRefs ?? [],
    target: address?.url,
    tls: readTls(options),
    proxy: options.proxy ?? (address && proxyFor(address.url, env)),
    rate: options.rate === undefined ? undefined : positive('rate', options.rate),
    examples: options.examples ?? (options.spec === undefined ? defaultExamples() : []),
    suites: checkSuites(options.suites ?? (address ? SUITES : CASE_SUITES)),
    operations: options.operations ?? [],
    headers: checkHeaders([...(address?.headers ?? []), ...(options.headers ?? [])]),
    severity: checkSeverity(options.severity ?? {}),
    baseline: options.baseline,
    resources: checkCorrections(options.resources ?? {}),
    shard: checkShard(options),
    timeoutMs: Math.min(positive('timeout', options.timeout ?? 10_000), MAX_TIMEOUT_MS),
    waitMs: options.wait ?? 0,
    seed: options.seed === 'random' ? randomSeed() : (options.seed ?? DEFAULT_SEED),
    randomCases: options.runs ?? 20,
    lint: options.lint ?? true,
    concurrency: positive('concurrency', options.concurrency ?? 8),
    maxTimeMs: options.maxTime ?? Number.POSITIVE_INFINITY,
    keep: options.keep ?? false,
    consistencyMs: options.consistency ?? CONSISTENCY_MS,
  };
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

function checkSuites(names: readonly string[]): SuiteName[] {
  return [...new Set(names)].map((name) => {
    const known = SUITES.find((suite) => suite === name);
    if (known) return known;
    const guess = didYouMean(name, SUITES);
    throw new UsageError(
      `Unknown suite "${name}".${guess ? ` Did you mean ${guess}?` : ''} Suites: ${SUITES.join(', ')}`,
    );
  });
}

interface Address {
  readonly url: string;
  readonly headers: RunConfig['headers'];
}

/** Moves user and password from the URL to a header, as curl does, so that no report shows them. */
function readTarget(target: string): Address {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new UsageError(
      `--target ${maskMalformedUrl(target)} is not an http(s) URL. Write it like http://127.0.0.1:8080`,
    );
  if (url.search !== '' || url.hash !== '') throw new UsageError('--target must not have a query or fragment');
  if (url.username === '' && url.password === '') return { url: target, headers: [] };
  const [user, password] = [url.username, url.password].map((part) => decodeUserinfo(part, url.host));
  url.username = '';
  url.password = '';
  return { url: url.href, headers: [basicAuthHeader(`${user}:${password}`)] };
}

/** Never repeats the text, which is a secret. */
function decodeUserinfo(encoded: string, host: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new UsageError(`--target ***@${host} has a user or password with invalid percent-encoding. Write % as %25.`);
  }
}

/** Tab, and the characters that one byte can carry except controls (RFC 9110 5.5). */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function checkHeaders(headers: RunConfig['headers']): RunConfig['headers'] {
  for (const [name, value] of headers)
    if (!HEADER_VALUE.test(value))
      throw new UsageError(
        `the value of the header ${name} has a character that HTTP cannot send, such as a line feed`,
      );
  return headers;
}

/** The header of Basic authentication (RFC 7617 section 2). */
export function basicAuthHeader(userAndPassword: string): readonly [name: string, value: string] {
  return ['Authorization', `Basic ${Buffer.from(userAndPassword).toString('base64')}`];
}

function checkSeverity(levels: Readonly<Record<string, SeverityLevel>>): Readonly<Record<string, SeverityLevel>> {
  for (const check of Object.keys(levels)) {
    if (CHECK_IDS.includes(check)) continue;
    const guess = didYouMean(check, CHECK_IDS);
    throw new UsageError(
      `Unknown check "${check}".${guess ? ` Did you mean ${guess}?` : ''} Checks: ${CHECK_IDS.join(', ')}`,
    );
  }
  return levels;
}

/** Shards divide the same cases, so all need the same seed. */
function checkShard({ shard, seed }: VerifyOptions): Shard | undefined {
  if (shard && seed === 'random') throw new UsageError('--shard needs the same --seed for every shard, not random');
  return shard;
}

function positive(name: string, value: number): number {
  if (value > 0) return value;
  throw new UsageError(`--${name} must be greater than 0, not ${value}`);
}

function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
