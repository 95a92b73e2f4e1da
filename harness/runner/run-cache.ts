import { buildId } from '../core/package-info.ts';
import { ContentCache } from '../core/util/content-cache.ts';
import { timeoutCount } from '../core/util/deadline.ts';
import type { CaseStore } from '../generate/requests/stored-cases.ts';
import type { Contract } from '../openapi/contract.ts';
import { documentDigest } from '../openapi/lint/document-digest.ts';
import { type LintProblem, lintErrors } from '../openapi/lint/lint.ts';
import type { RunConfig } from './settings/options.ts';

/** Whose cases, all there at once while operations take turns, are not too much for the memory. */
const MAX_OPERATIONS_IN_TURNS = 100;

/** What earlier runs of this build have found of a document with this content. */
export class RunCache implements CaseStore {
  private readonly cache: ContentCache;
  private readonly prefix: string;

  constructor(cache: ContentCache, prefix: string) {
    this.cache = cache;
    this.prefix = prefix;
  }

  read(key: string): unknown {
    return this.cache.get(this.prefix + key);
  }

  write(key: string, value: unknown): void {
    this.cache.set(this.prefix + key, value);
  }

  /** Returns the errors of the document, for which one that had none is not linted again. */
  async lintErrors(contract: Contract): Promise<readonly LintProblem[]> {
    if (this.read(SOUND) === true && contract.document.unresolved.length === 0) return [];
    const before = timeoutCount();
    const problems = await lintErrors(contract);
    if (problems.length === 0 && timeoutCount() === before) this.write(SOUND, true);
    return problems;
  }
}

const SOUND = 'sound';

/**
 * Opens the cache of a run.
 * @returns undefined if the user wants none, and for sources, which change without another build
 */
export function openRunCache({ cache }: RunConfig, contract: Contract): RunCache | undefined {
  const build = buildId();
  if (cache === undefined || build === undefined) return undefined;
  // What is planned takes place next year.
  const prefix = [build, new Date().getUTCFullYear(), documentDigest(contract), ''].join(' ');
  return new RunCache(new ContentCache(cache), prefix);
}

/** The store for generated cases, unless so many operations take turns that they would fill the memory. */
export function caseStore(
  cache: RunCache | undefined,
  { maxTimeMs }: RunConfig,
  operations: readonly unknown[],
): RunCache | undefined {
  return Number.isFinite(maxTimeMs) && operations.length > MAX_OPERATIONS_IN_TURNS ? undefined : cache;
}
