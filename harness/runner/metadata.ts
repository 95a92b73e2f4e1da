import { readFileSync } from 'node:fs';
import { DREDD } from '../core/check-ids.ts';
import { formatLocation } from '../core/errors.ts';
import type { Operation } from '../core/model.ts';
import { packageInfo } from '../core/package-info.ts';
import type { BaselineFinding } from '../core/report.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import type { Contract } from '../openapi/contract.ts';
import type { LintProblem } from '../openapi/lint/lint.ts';
import type { RunTotals } from '../report/aggregate/run-totals.ts';
import type { RunMetadata } from '../report/aggregate/summarize.ts';
import { type BaselineEntry, findingKeyOf } from './baseline.ts';
import type { RunConfig } from './options.ts';
import type { ServiceState } from './service-state.ts';
import type { Executor } from './suite.ts';

/** What a report says of its run before anything is sent. */
export function collectMetadata(
  config: RunConfig,
  contract: Contract,
  operations: readonly Operation[],
  errors: ReadonlyMap<Operation, readonly LintProblem[]>,
  { unique, serviceState }: Pick<Executor, 'unique' | 'serviceState'>,
): Omit<RunMetadata, 'target' | 'started' | 'durationMs' | 'suites'> {
  return {
    operations: operations.map((operation) => {
      const { id, method, path, pointer } = operation;
      const untested = documentError(errors.get(operation));
      return {
        id,
        method,
        path,
        location: contract.document.locate(pointer),
        ...(untested ? { untested } : {}),
        ...learnedFor(unique, id),
      };
    }),
    clauses: operations.flatMap((operation) => contract.clausesOf(operation)),
    unspecified: contract.unspecified,
    tool: packageInfo(),
    spec: { file: config.spec, overlays: config.overlays },
    sources: readSources(contract),
    seed: config.seed,
    ...(config.shard ? { shard: config.shard } : {}),
    ...slowNotes(serviceState),
  };
}

function learnedFor(values: UniqueValues, operation: string): { readonly unique?: readonly string[] } {
  const unique = values.learnedFor(operation);
  return unique.length > 0 ? { unique } : {};
}

function slowNotes({ gate: { maxInFlight } }: ServiceState): { readonly notes?: readonly string[] } {
  if (!Number.isFinite(maxInFlight)) return {};
  const requests = maxInFlight === 1 ? '1 request' : `${maxInFlight} requests`;
  return { notes: [`the service became slow under load: at most ${requests} at a time from then on`] };
}

function documentError(problems: readonly LintProblem[] = []): string | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : '';
  return `error in the document at ${formatLocation(first.location)}: ${first.message}${more} (--no-lint tests it all the same)`;
}

/** The entries of the baseline that this run could find, and whether it did. */
export function baselineStatus(
  baseline: readonly BaselineEntry[],
  { suites }: RunConfig,
  { contract, operations }: { readonly contract: Contract; readonly operations: readonly Operation[] },
  totals: RunTotals,
): BaselineFinding[] {
  const skipped = contract.operations.filter((operation) => !operations.includes(operation)).map(({ id }) => id);
  const notTested = new Set(skipped);
  const found = new Set(totals.findings(suites).map(({ key }) => key));
  const couldFind = ({ operation, check }: BaselineEntry) =>
    !notTested.has(operation) && suites.some((suite) => (suite === DREDD) === (check === DREDD));
  return baseline.filter(couldFind).map((entry) => ({ ...entry, stillPresent: found.has(findingKeyOf(entry)) }));
}

function readSources(contract: Contract): { file: string; text: string }[] {
  const files = new Set(contract.clauses.map(({ location }) => location.file));
  return [...files].map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}
