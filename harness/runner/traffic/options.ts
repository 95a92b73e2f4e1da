import { UsageError } from '../../core/errors.ts';
import { type RunConfig, resolveOptions } from '../settings/options.ts';
import type { Origins } from '../settings/origins.ts';
import type { VerifyOptions } from '../settings/verify-options.ts';

/** Options of `checkTraffic`; those that `verify` has too mean the same. */
export interface TrafficOptions
  extends Pick<
    VerifyOptions,
    'spec' | 'overlays' | 'allowRefs' | 'include' | 'exclude' | 'severity' | 'baseline' | 'secretFields' | 'lint'
  > {
  /** HAR 1.2 files, or NDJSON with an exchange a line. */
  readonly files: readonly string[];
  /** Base URL of the service: what is recorded of others is not checked. Default: whatever has a path of the document. */
  readonly baseUrl?: string | undefined;
  /** Whether a request that the document does not have is a failure; default false: it is listed. */
  readonly strict?: boolean | undefined;
  /** Folder to write accepted requests to, as example files. */
  readonly writeExamples?: string | undefined;
}

/** {@link TrafficOptions} with everything present. */
export interface TrafficConfig {
  readonly run: RunConfig;
  readonly files: readonly string[];
  readonly baseUrl: URL | undefined;
  readonly strict: boolean;
  readonly writeExamples: string | undefined;
}

/** @throws {UsageError} for no file, and a base URL that is none */
export function resolveTrafficOptions(options: TrafficOptions, origins?: Origins): TrafficConfig {
  const { files, baseUrl, strict = false, writeExamples, ...shared } = options;
  if (files.length === 0) throw new UsageError('no traffic: name HAR or NDJSON files');
  const run = resolveOptions({ ...shared, examples: [], suites: ['examples'] }, {}, origins);
  return { run, files, baseUrl: baseUrl === undefined ? undefined : readBaseUrl(baseUrl), strict, writeExamples };
}

function readBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^(http|ws)s?:$/.test(url.protocol)) return url;
  throw new UsageError(`the base URL must be like https://api.example.com/v1, not "${text}"`);
}
