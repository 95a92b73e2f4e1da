import { readFileSync } from 'node:fs';
import type { SeverityLevels } from '../checks/severity.ts';
import { DREDD } from '../core/check-ids.ts';
import type { Operation } from '../core/model.ts';
import { packageInfo } from '../core/package-info.ts';
import type { BaselineFinding, LifeStage, Report, ResourceSummary } from '../core/report.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { textParts } from '../core/util/text-parts.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import { whyAlwaysOfType, whyNotChecked } from '../openapi/clauses/not-checked.ts';
import type { Contract } from '../openapi/contract.ts';
import { describeErrors } from '../openapi/lint/affected-operations.ts';
import type { LintProblem } from '../openapi/lint/lint.ts';
import type { ResourceModel, Role } from '../openapi/resources/model.ts';
import { sourceText } from '../openapi/source/origins.ts';
import type { RunTotals } from '../report/aggregate/run-totals.ts';
import type { RunMetadata } from '../report/aggregate/summarize.ts';
import { type BaselineEntry, findingKeyOf } from './baseline.ts';
import type { RunContext } from './context.ts';
import type { ServiceState } from './service/service-state.ts';
import type { RunConfig } from './settings/options.ts';
import { STATEFUL } from './suites/stateful/name.ts';

/** What a run has learned about the service. */
interface MetadataContext extends Pick<RunContext, 'stateful'> {
  readonly executor: Pick<RunContext['executor'], 'unique' | 'serviceState'>;
}

/** What a report says of its run before anything is sent. */
export function collectMetadata(
  config: RunConfig,
  contract: Contract,
  operations: readonly Operation[],
  errors: ReadonlyMap<Operation, readonly LintProblem[]>,
  { executor: { unique, serviceState }, stateful }: MetadataContext,
): Omit<RunMetadata, 'target' | 'started' | 'durationMs' | 'suites'> {
  const isOnlyStateful = config.suites.every((name) => name === STATEFUL);
  return {
    operations: operations.map((operation) => {
      const { id, method, path, pointer } = operation;
      const unused = isOnlyStateful ? serviceState.unused.get(id) : undefined;
      const untested = documentError(errors.get(operation)) ?? withheldReason(serviceState, id) ?? unused?.reason;
      const notReached = serviceState.notReached.get(id);
      return {
        id,
        method,
        path,
        location: contract.document.locate(pointer),
        ...(untested ? { untested } : {}),
        ...(untested !== undefined && unused?.isOptional ? { isOptional: true } : {}),
        ...(notReached === undefined ? {} : { notReached }),
        ...learnedFor(unique, id),
      };
    }),
    ...(stateful && config.suites.includes(STATEFUL) ? { resources: resourcesOf(stateful.model()) } : {}),
    clauses: operations.flatMap((operation) => contract.clausesOf(operation)),
    notChecked: new Map(operations.flatMap((operation) => [...notCheckedIn(contract, operation)])),
    unspecified: contract.unspecified,
    tool: packageInfo(),
    spec: { file: typeof config.spec === 'string' ? config.spec : contract.document.file, overlays: config.overlays },
    sources: readSources(contract),
    seed: config.seed,
    ...(config.shard ? { shard: config.shard } : {}),
    ...notesOn(config, contract.operations.length - operations.length, serviceState),
  };
}

function* notCheckedIn(contract: Contract, operation: Operation): Generator<readonly [id: string, why: string]> {
  for (const clause of contract.clausesOf(operation)) {
    const why = whyNotChecked(contract.document, operation, clause) ?? whyAlwaysOfType(operation, clause);
    if (why !== undefined) yield [clause.id, why];
  }
}

/** An operation that is sent only if the user names it, and that no other suite has tested. */
function withheldReason({ withheld, acceptingOperations }: ServiceState, id: string): string | undefined {
  return acceptingOperations.has(id) ? undefined : withheld.get(id);
}

const STAGES: readonly (readonly [stage: LifeStage, roles: readonly Role[]])[] = [
  ['created', ['create']],
  ['read', ['read']],
  ['updated', ['update', 'patch']],
  ['deleted', ['delete']],
];

/** The types whose records can be created or are there already, with the operations for each stage of their life. */
function resourcesOf({ types }: ResourceModel): ResourceSummary[] {
  return types
    .filter(({ singleton, operations }) => !singleton && operations.some(({ creates }) => creates))
    .map(({ name, operations }) => ({
      name,
      stages: STAGES.map(([stage, roles]) => ({
        stage,
        operations: operations
          .filter(({ role, creates }) => roles.includes(role) || (stage === 'created' && creates))
          .map(({ operation }) => operation.id),
      })),
    }));
}

function learnedFor(values: UniqueValues, operation: string): { readonly unique?: readonly string[] } {
  const unique = values.observedFor(operation);
  return unique.length > 0 ? { unique } : {};
}

function notesOn(
  { severity, effort }: RunConfig,
  unselected: number,
  { gate: { maxInFlight }, crashes: { restarts } }: ServiceState,
): {
  readonly notes?: readonly string[];
} {
  const notes: string[] = [];
  const off = [...offChecks(severity)];
  if (unselected > 0) notes.push(`${pluralize(unselected, 'operation')} of the document not selected`);
  if (effort === 'quick') notes.push('effort quick: each clause once, no random requests');
  if (off.length > 0) notes.push(`checks that are off: ${off.join(', ')}`);
  if (Number.isFinite(maxInFlight))
    notes.push(
      `the service became slow under load: at most ${pluralize(maxInFlight, 'request')} at a time from then on`,
    );
  if (restarts > 0) notes.push(`the service ended and was started again with --setup (${pluralize(restarts, 'time')})`);
  return notes.length > 0 ? { notes } : {};
}

function* offChecks({ everywhere, byOperation }: SeverityLevels): Generator<string> {
  for (const [check, level] of everywhere) if (level === 'off') yield check;
  for (const [operation, levels] of byOperation)
    for (const [check, level] of levels) if (level === 'off') yield `${operation}: ${check}`;
}

function documentError(problems: readonly LintProblem[] | undefined): string | undefined {
  const description = describeErrors(problems);
  return description && `${description} (--no-lint tests it all the same)`;
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

function readSource({ document: { file: spec, text, root } }: Contract, file: string): Report['sources'][number] {
  if (file === spec && text !== undefined) return { file, text };
  const json = sourceText(root, file);
  if (!json) return { file, text: readFileSync(file, 'utf8') };
  return {
    file,
    // Few reports show it.
    get text() {
      return json.read(json.text);
    },
    *parts() {
      for (const part of textParts(json.text)) yield json.read(part);
    },
  };
}

function readSources(contract: Contract): Report['sources'] {
  const files = new Set(contract.clauses.map(({ location }) => location.file));
  return [...files].map((file) => readSource(contract, file));
}
