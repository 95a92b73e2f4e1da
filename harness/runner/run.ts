import { formatLocation } from '../core/errors.ts';
import type { Operation } from '../core/model.ts';
import type { Report, RunEvent, SuiteSummary } from '../core/report.ts';
import { redactError } from '../core/secrets/redact-error.ts';
import { endAfterAbort } from '../core/util/end-after-abort.ts';
import { joinSignals } from '../core/util/join-signals.ts';
import { mergeIterables } from '../core/util/merge-iterables.ts';
import { pluralize } from '../core/util/pluralize.ts';
import type { Contract } from '../openapi/contract.ts';
import { type OperationTotals, RunTotals } from '../report/aggregate/run-totals.ts';
import { summarize } from '../report/aggregate/summarize.ts';
import { redactEvent } from '../report/redact.ts';
import { redactFields } from '../report/redact-fields.ts';
import type { CallbackAddress } from './callbacks/callback-address.ts';
import { CallbackReceiver } from './callbacks/callback-receiver.ts';
import { findRunViolations } from './conclude/run-findings.ts';
import { streamNotes } from './conclude/stream-notes.ts';
import { createRunContext, type RunContext, testedIds } from './context.ts';
import { lostBases } from './establish/recheck.ts';
import { Gate } from './execute/gate.ts';
import { LastDeletions } from './execute/last-deletions.ts';
import { plannedWrites } from './execute/planned-writes.ts';
import { SkippedRequests } from './execute/skipped-requests.ts';
import { endRun } from './hooks/end-run.ts';
import { baselineStatus, collectMetadata } from './metadata.ts';
import { type PreparedRun, prepareRun } from './prepare-run.ts';
import { findCatchAll } from './service/catch-all.ts';
import { openService, type RunService } from './service/open-service.ts';
import type { RunConfig } from './settings/options.ts';
import { partOf } from './settings/repetition.ts';
import type { CaseSource, RestartService, RunControl, Suite } from './suite.ts';
import { GENERATED } from './suites/generated.ts';
import { createSuites } from './suites/index.ts';
import { STATEFUL } from './suites/stateful/name.ts';
import { isReadable } from './suites/stateful/suite.ts';
import { shareOf, TimeLimit } from './time-limit.ts';

/** What whoever starts a run may have already. */
export interface RunExtras {
  readonly prepared?: PreparedRun | undefined;
  readonly restart?: RestartService | undefined;
}

/**
 * Verifies a target against its contract: loads the document, starts the mock or connects to the target, and runs the
 * suites side by side. Yields events as they happen; the last one carries the report.
 * @throws {InputError} for a document that cannot be used
 * @throws {UsageError} for a target that does not listen, or an unknown operation
 */
export async function* run(
  given: RunConfig,
  stop: AbortSignal,
  { prepared, restart }: RunExtras = {},
): AsyncGenerator<RunEvent, void, void> {
  const controller = new AbortController();
  const signal = joinSignals(stop, controller.signal);
  let suites: readonly Suite[] = [];
  let service: RunService | undefined;
  let limit: TimeLimit | undefined;
  let report: Report | undefined;
  let receiver: CallbackReceiver | undefined;
  try {
    const { contract, operations, errors, baseline, severityPolicy, source, tookMs } =
      prepared ?? (await prepareRun(given));
    const begin = performance.now() - tookMs;
    if (given.callbackAddress) receiver = await openReceiver(given.callbackAddress, source);
    service = await openService(given, source, signal);
    const redact = redaction(service, given);
    const target = service.client.baseUrl;
    limit = new TimeLimit(given.maxTimeMs);
    const context = createRunContext(given, source, severityPolicy, service, { signal, limit, restart });
    const config = { ...given, suites: usefulSuites(given, context) };
    suites = createSuites(config.suites);
    const writes = plannedWrites(source, config, target);
    yield { type: 'start', target, suites: config.suites, seed: config.seed, ...(writes ? { writes } : {}) };
    const totals = new RunTotals(operations.length * suites.length);
    const finished: SuiteSummary[] = [];
    for await (const event of events(suites, context, config, receiver)) {
      if (event.type === 'result') totals.add(event.result);
      if (event.type === 'finding') totals.addRunFinding(event.finding);
      if (event.type === 'suite') finished.push(event.suite);
      yield redact(event);
    }
    const metadata = {
      ...withNotes(collectMetadata(config, contract, inReport(operations, context), errors, context), [
        ...service.notes,
        ...(receiver?.notes(context) ?? []),
        ...streamNotes(contract, operations, totals),
      ]),
      target,
      ...(context.control.repetition ? { repeated: context.control.repetition.counts } : {}),
      doubts: new Map([
        ...lostBases(context.executor),
        ...(await findCatchAll(
          context,
          source.operations.filter(({ id }) => !config.only && acceptsAll(totals.totalsOf(id))),
        )),
      ]),
      notEvaluated: context.executor.coverage.notEvaluated,
      stopped: stop.aborted ? 'the run was stopped' : undefined,
      ...(baseline && !config.only
        ? { baseline: baselineStatus(baseline, config, { contract, operations }, totals) }
        : {}),
      started: new Date(performance.timeOrigin + begin).toISOString(),
      durationMs: performance.now() - begin,
      suites: config.suites.flatMap((name) => finished.filter((suite) => suite.name === name)),
    };
    report = summarize(metadata, totals);
    yield redact({ type: 'end', report });
  } catch (error) {
    throw redactError(error, service?.secrets ?? []);
  } finally {
    limit?.clear();
    controller.abort();
    await Promise.all([receiver?.close(), service?.close(), ...suites.map((suite) => suite.close?.())]);
    if (service) await endRun(given.hooks, report, stop.aborted);
  }
}

/** The suites without one that would have nothing to do, unless the user names it. */
function usefulSuites({ suites, hasDefaultSuites }: RunConfig, { stateful }: RunContext): RunConfig['suites'] {
  const isOpen = hasDefaultSuites && suites.includes(STATEFUL);
  if (!isOpen || stateful?.model().types.some(isReadable)) return suites;
  return suites.filter((name) => name !== STATEFUL);
}

/** The operations under test, or those of the cases that are repeated. */
function inReport(operations: readonly Operation[], { control: { repetition } }: RunContext): readonly Operation[] {
  return repetition ? operations.filter(({ id }) => repetition.hasOperation(id)) : operations;
}

/** Has requests name the receiver wherever the document takes the URL of a callback from them. */
async function openReceiver(
  address: CallbackAddress,
  { contract, operations, unique }: CaseSource,
): Promise<CallbackReceiver> {
  const { receiver, values } = await CallbackReceiver.open(contract, operations, address);
  unique.addKnown(values);
  return receiver;
}

function acceptsAll({ accepted, rejected }: OperationTotals): boolean {
  return accepted > 0 && rejected === 0;
}

/** Masks the credentials and secret fields of a run, so that whoever reads its events need not know them. */
function redaction({ secrets, secretHeaders }: RunService, { secretFields }: RunConfig): (event: RunEvent) => RunEvent {
  return (event) => {
    const masked = redactFields(event, secretFields);
    const isPlain = secrets.size === 0 && secretHeaders.size === 0;
    return isPlain ? masked : redactEvent(masked, [...secretHeaders], [...secrets]);
  };
}

async function* events(
  suites: readonly Suite[],
  context: RunContext,
  { shard, consistencyMs }: RunConfig,
  receiver: CallbackReceiver | undefined,
): AsyncGenerator<RunEvent, void, void> {
  const [first, others] = [true, false].map((alone) =>
    suites.filter(({ isExclusive = false }) => isExclusive === alone),
  );
  for (const suite of first ?? []) yield* runSuite(suite, withShare(context), shard?.count);
  const deletions = new LastDeletions((others ?? []).map(({ name }) => name));
  const hasFirstTries = isShort(context) && (others ?? []).some(({ name }) => name === GENERATED);
  const firstTries = hasFirstTries ? { firstTries: new Gate() } : {};
  const besides = { ...context, control: { ...context.control, deletions, ...firstTries } };
  yield* mergeIterables((others ?? []).map((suite) => runSuite(suite, besides, shard?.count)));
  const tested = testedIds(context);
  for (const finding of await findRunViolations(context.executor))
    if (finding.evidence.some(({ operation }) => tested.has(operation))) yield { type: 'finding', finding };
  if (!receiver) return;
  await receiver.settle(context, consistencyMs);
  for (const finding of receiver.violations.findings(context.executor.severityPolicy))
    yield { type: 'finding', finding };
}

function withNotes<T extends { readonly notes?: readonly string[] }>(metadata: T, more: readonly string[] = []): T {
  return more.length === 0 ? metadata : { ...metadata, notes: [...(metadata.notes ?? []), ...more] };
}

/** Leaves most of the time to the suites that follow, and more of it if each operation has little. */
function withShare(context: RunContext): RunContext {
  const { control } = context;
  const share = EXCLUSIVE_SHARE * Math.min(1, msPerOperation(context) / AMPLE_MS);
  return { ...context, control: { ...control, deadline: shareOf(control.deadline, share) } };
}

/** Whether the suites may not come to each operation. */
function isShort(context: RunContext): boolean {
  return msPerOperation(context) < AMPLE_MS;
}

function msPerOperation({ control, source }: RunContext): number {
  return (control.deadline - performance.now()) / Math.max(1, source.operations.length);
}

/** Of the time that is left, what each suite gets that runs alone. */
const EXCLUSIVE_SHARE = 1 / 3;

/** Time for an operation with which the other suites come to each of them on any machine. */
const AMPLE_MS = 200;

/** A suite whose run is over has so long for each further result. */
const GRACE_MS = 30_000;

function stuck(suite: string): Error {
  const problem = `The suite ${suite} does not end although the run is over`;
  return new Error(`${problem}: this is a bug of the harness. Run it with --suite without ${suite}, and report it.`);
}

async function* runSuite(suite: Suite, whole: RunContext, shards = 1): AsyncGenerator<RunEvent, void, void> {
  const context = partOf(whole, suite.name);
  const begin = performance.now();
  const skipped = new SkippedRequests();
  const statuses = { pass: 0, fail: 0, error: 0, skip: 0 };
  let [expected, reported] = [0, 0];
  const control: RunControl = {
    ...context.control,
    onSkip: (...reason) => skipped.add(...reason),
    onCaseCount: (cases) => {
      expected = Math.round(cases / shards);
    },
  };
  const tested = testedIds(whole);
  const results = suite.run({ ...context, control });
  for await (const result of endAfterAbort(results, whole.executor.signal, GRACE_MS, () => stuck(suite.name))) {
    control.repetition?.record(result);
    if (!tested.has(result.operation)) continue;
    if (expected !== reported) yield { type: 'plan', suite: suite.name, cases: expected };
    reported = expected;
    statuses[result.status]++;
    yield { type: 'result', result };
  }
  for (const [pointer, count] of context.source.contract.schemas.takeNotEvaluated())
    skipped.add(notEvaluated(context.source.contract, pointer, count));
  control.deletions?.leave(suite.name);
  if (suite.name === GENERATED) control.firstTries?.open();
  const durationMs = performance.now() - begin;
  const { lines, notSent } = skipped;
  const summary = { name: suite.name, ...statuses, durationMs, ...(notSent.cases > 0 ? { notSent } : {}) };
  yield { type: 'suite', suite: lines.length === 0 ? summary : { ...summary, skippedReasons: lines } };
}

function notEvaluated({ document }: Contract, pointer: string, count: number): string {
  const location = formatLocation(document.locate(pointer));
  return `${location} was not evaluated for ${pluralize(count, 'value')}: it takes too long on them`;
}
