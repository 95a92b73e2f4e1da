import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECK_IDS } from '../checks/index.ts';
import type { SeverityLevel } from '../checks/severity.ts';
import { didYouMean, UsageError } from '../core/errors.ts';
import type { Shard } from '../core/report.ts';
import { proxyFor } from '../http/proxy-env.ts';
import { readTls, type TlsFiles, type TlsSettings } from '../http/tls.ts';

/** The suites, in the order in which they are shown. */
export const SUITES = ['examples', 'generated', 'dredd'] as const;
export type SuiteName = (typeof SUITES)[number];

/** Options of `verify`; each has a default. */
export interface VerifyOptions extends TlsFiles {
  /** Path of an OpenAPI 3 document; default: `spec/openapi.yaml`, here or in the package. */
  readonly spec?: string | undefined;
  readonly overlays?: readonly string[] | undefined;
  /** Base URL of a service, with or without a path, or with `user:password@`; absent: the mock is started. */
  readonly target?: string | undefined;
  /** URL of a proxy; default: from HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxy?: string | undefined;
  /** Maximum requests per second; default: no limit. */
  readonly rate?: number | undefined;
  /** Files or folders of named requests; default: `fixtures/examples` beside the default spec. */
  readonly examples?: readonly string[] | undefined;
  readonly suites?: readonly string[] | undefined;
  /** Ids of the operations to test; default: all. */
  readonly operations?: readonly string[] | undefined;
  /** Sent with every request. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Severity of the findings of a check, by its id. */
  readonly severity?: Readonly<Record<string, SeverityLevel>> | undefined;
  /** A file of known findings: warnings instead of errors. */
  readonly baseline?: string | undefined;
  /** Runs a part of the cases, always the same for the same seed; needs `seed`. */
  readonly shard?: Shard | undefined;
  /** Response timeout in milliseconds; default 10,000. */
  readonly timeout?: number | undefined;
  /** How long to wait for the target to listen, in milliseconds; default 0. */
  readonly wait?: number | undefined;
  /** Reproduces a run; default: random. */
  readonly seed?: number | undefined;
  /** Random requests per operation, valid and invalid each; default 20. */
  readonly runs?: number | undefined;
  /** Whether a document with lint errors is rejected; default true. */
  readonly lint?: boolean | undefined;
  /** Maximum concurrent requests; default 8. */
  readonly concurrency?: number | undefined;
  /** Milliseconds after which nothing more is sent; default: no limit. */
  readonly maxTime?: number | undefined;
}

/** {@link VerifyOptions} with everything present. */
export interface RunConfig {
  readonly spec: string;
  readonly overlays: readonly string[];
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
  readonly shard: Shard | undefined;
  readonly timeoutMs: number;
  readonly waitMs: number;
  readonly seed: number;
  readonly randomCases: number;
  readonly lint: boolean;
  readonly concurrency: number;
  readonly maxTimeMs: number;
}

/**
 * Fills in the defaults.
 * @param env has the proxy variables
 * @throws {UsageError} for an unknown suite, a bad URL, a file that cannot be read or a number out of range
 */
export function resolveOptions(options: VerifyOptions, env: NodeJS.ProcessEnv = process.env): RunConfig {
  const address = options.target === undefined ? undefined : readTarget(options.target);
  const home = options.spec === undefined ? defaultsRoot() : undefined;
  const spec = options.spec ?? defaultSpec();
  const ownExamples = home === undefined ? undefined : join(home, 'fixtures/examples');
  return {
    spec,
    overlays: options.overlays ?? [],
    target: address?.url,
    tls: readTls(options),
    proxy: options.proxy ?? (address && proxyFor(address.url, env)),
    rate: options.rate === undefined ? undefined : positive('rate', options.rate),
    examples: options.examples ?? (ownExamples !== undefined && existsSync(ownExamples) ? [ownExamples] : []),
    suites: checkSuites(options.suites ?? SUITES),
    operations: options.operations ?? [],
    headers: [...(address?.headers ?? []), ...(options.headers ?? [])],
    severity: checkSeverity(options.severity ?? {}),
    baseline: options.baseline,
    shard: checkShard(options),
    timeoutMs: positive('timeout', options.timeout ?? 10_000),
    waitMs: options.wait ?? 0,
    seed: options.seed ?? randomSeed(),
    randomCases: options.runs ?? 20,
    lint: options.lint ?? true,
    concurrency: positive('concurrency', options.concurrency ?? 8),
    maxTimeMs: options.maxTime ?? Number.POSITIVE_INFINITY,
  };
}

/** The default document. */
export function defaultSpec(): string {
  return join(defaultsRoot(), 'spec/openapi.yaml');
}

/** The folder of the default `spec/` and `fixtures/`: the working folder, else the package. */
export function defaultsRoot(): string {
  return existsSync('spec/openapi.yaml') ? '' : packageRoot();
}

/** The root of the package, whether it runs from source or built. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
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
      `--target ${target.replace(/\/\/[^/]*@/, '//***@')} is not an http(s) URL. Write it like http://127.0.0.1:8080`,
    );
  if (url.search !== '' || url.hash !== '') throw new UsageError('--target must not have a query or fragment');
  if (url.username === '' && url.password === '') return { url: target, headers: [] };
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = '';
  url.password = '';
  return { url: url.href, headers: [basicAuthHeader(`${user}:${password}`)] };
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

/** All shards need the same seed: with different ones, they would not be parts of one run. */
function checkShard({ shard, seed }: VerifyOptions): Shard | undefined {
  if (shard && seed === undefined)
    throw new UsageError('--shard needs --seed NUMBER, the same for every shard, e.g. the number of the CI run');
  return shard;
}

function positive(name: string, value: number): number {
  if (value > 0) return value;
  throw new UsageError(`--${name} must be greater than 0, not ${value}`);
}

function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
